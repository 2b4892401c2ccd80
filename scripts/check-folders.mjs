// Folders of one room never import each other in a circle, type imports included. A unit is a folder or a file directly
// in the room; `depcruise` checks circles between files.
// Usage: node scripts/check-folders.mjs
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const rooms = readdirSync('src')
  .map((name) => join('src', name))
  .filter((path) => statSync(path).isDirectory());
const IMPORT = /(?:import|export)\s[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/g;

/** Unit -> the units it imports, with one import as an example. */
function importsOf(room) {
  const imports = new Map();
  const unitOf = (file) => relative(room, file).split('/')[0];
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|tsx|mjs)$/.test(name));
  for (const file of files.map((name) => join(room, name))) {
    for (const [, fixed, lazy] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = relative('.', resolve(dirname(file), fixed ?? lazy));
      const [from, to] = [unitOf(file), unitOf(target)];
      if (!target.startsWith(`${room}/`) || from === to) continue;
      if (!imports.has(from)) imports.set(from, new Map());
      imports.get(from).set(to, `${file} imports ${target}`);
    }
  }
  return imports;
}

/** The shortest way from `start` back to itself, as examples of imports. */
function circleThrough(start, imports) {
  const paths = [[start, []]];
  const seen = new Set();
  for (const [unit, path] of paths) {
    for (const [next, example] of imports.get(unit) ?? []) {
      if (next === start) return [...path, example];
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([next, [...path, example]]);
    }
  }
  return undefined;
}

let findings = 0;
for (const room of rooms) {
  const imports = importsOf(room);
  const reported = new Set();
  for (const unit of imports.keys()) {
    const circle = circleThrough(unit, imports);
    if (circle === undefined) continue;
    const key = [...circle].sort().join('\n');
    if (reported.has(key)) continue;
    reported.add(key);
    findings += 1;
    console.error(`${room}: folders import each other in a circle:\n  ${circle.join('\n  ')}`);
  }
}
if (findings > 0) process.exitCode = 1;
