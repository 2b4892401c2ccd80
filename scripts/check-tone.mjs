// Counts phrases that read like a translation, per 1,000 words of comments and documents, for each folder. Fails above
// LIMIT. A low count does not prove that a text reads well; a high one means that it does not.
// Usage: node scripts/check-tone.mjs [--lines] [folder …]     --lines lists every hit
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LIMIT = 4;
/** Joins the lines of a block. It matches a space in the patterns, but still marks the line breaks. */
const BREAK = '\u00a0';
const PHRASES = [
  /(?:^|[.:;] |, and )(?:what|who|whose|whoever|whom) (?![^.!?]*\?)/gi,
  /\b(?:for|of|to|by|that|and|from) who\b/gi,
  /(?<!\btime )\bstands?\b(?!-in)/gi,
  /\b(?:tells?|told)\b/gi,
  /\b(?:no|some|any|every)body\b/gi,
  /\bwhere (?:it|there|one|they|the|a|an|no|none|that|some|nothing|this|he)\b/gi,
  /\bas (?:it|they) (?:is|was|were|are|came|come)\b/gi,
  /\b(?:anew|afresh|meanwhile|besides?)\b/gi,
  /\bof (?:its|their|his) own\b/gi,
  /\b(?:is|are|was|has|have|that) no(?:ne)?\b/gi,
];

const argv = process.argv.slice(2);
const isListing = argv.includes('--lines');
const wanted = argv.filter((argument) => !argument.startsWith('--'));

/** `src/trails`, `packages/client`, `console/src/read`, `docs`; files at the top belong to `.`. */
function folderOf(file) {
  const parts = file.split('/');
  if (parts.length === 1) return '.';
  const depth = parts[0] === 'console' ? 3 : ['src', 'packages', 'test', 'bench'].includes(parts[0]) ? 2 : 1;
  return parts.slice(0, Math.min(depth, parts.length - 1)).join('/');
}

/** Blocks of prose as lists of `{ number, text }`. Inline code is removed. */
function blocksOf(file, source) {
  const marker = file.endsWith('.sql') ? /^\s*--\s?(.*)$/ : /^\s*(?:\/\/|\{?\/\*+|\*(?!\/))\s?(.*)$/;
  const blocks = [[]];
  let inFence = false;
  source.split('\n').forEach((line, index) => {
    let text;
    if (file.endsWith('.md')) {
      if (/^\s*(```|~~~)/.test(line)) inFence = !inFence;
      else if (!inFence && !/^\s*(#|\|?\s*:?-{2,})/.test(line)) text = line.replace(/^\s*(?:[-*>]|\d+\.)\s+/, '');
      if (/^\s*([-*|]|\d+\.)\s?/.test(line)) blocks.push([]);
    } else text = marker.exec(line)?.[1] ?? (/\s\/\/ (.*)$/.exec(line)?.[1] || undefined);
    const plain = (text ?? '')
      .replaceAll(BREAK, ' ')
      .replace(/`[^`]*`/g, 'code')
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/\*\/.*$/, '')
      .trim();
    if (plain === '') blocks.push([]);
    else for (const cell of plain.split('|')) blocks.at(-1).push({ number: index + 1, text: cell.trim() });
  });
  return blocks.filter((block) => block.length > 0);
}

const folders = new Map();
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n');
for (const file of listed.filter((name) => /\.(ts|tsx|mjs|sql|md)$/.test(name) && !name.includes('/generated/'))) {
  const folder = folderOf(file);
  if (wanted.length > 0 && !wanted.some((prefix) => file.startsWith(prefix))) continue;
  const count = folders.get(folder) ?? { words: 0, hits: [] };
  folders.set(folder, count);
  let source;
  try {
    source = readFileSync(file, 'utf8');
  } catch {
    continue; // Deleted, but not committed yet.
  }
  for (const block of blocksOf(file, source)) {
    const text = block.map((line) => line.text).join(BREAK);
    count.words += text.split(/\s+/).length;
    const spaced = text.replaceAll(BREAK, ' ');
    for (const phrase of PHRASES) {
      for (const { index } of spaced.matchAll(phrase)) {
        const line = block[text.slice(0, index).split(BREAK).length - 1] ?? block[0];
        count.hits.push(`${file}:${line.number}  ${line.text}`);
      }
    }
  }
}

for (const [folder, { words, hits }] of [...folders].sort()) {
  const rate = (1000 * hits.length) / words;
  const isHigh = rate > LIMIT && hits.length > 1;
  if (isHigh) process.exitCode = 1;
  if (isHigh || isListing) console.log(`${folder}: ${rate.toFixed(1)} per 1,000 words (${hits.length} in ${words})`);
  if (isListing || (isHigh && wanted.length > 0)) for (const hit of hits) console.log(`  ${hit}`);
}
