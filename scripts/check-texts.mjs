// Finds texts of the console that are not messages (`t` and `rich`), so no language could replace them, and messages
// that cannot be formatted. Attributes, properties and JSX are read from the syntax tree (texts/read-texts.mjs).
// Usage: node scripts/check-texts.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { namesOf, PLAIN_TAGS, parseMessage } from './texts/message.mjs';
import { lineOf, messagesIn, parse, textsOutside } from './texts/read-texts.mjs';

/** Rewords the service's English sentences until the service sends them in the person's language. */
const ENGLISH = ['console/src/write/draft/plain-words.ts'];

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'console/src'], { encoding: 'utf8' });
const findings = [];
let messages = 0;
for (const name of new Set(listed.split('\n'))) {
  if (!/\.tsx?$/.test(name) || name.includes('/generated/') || ENGLISH.includes(name)) continue;
  const file = parse(name, readFileSync(name, 'utf8'));
  for (const { message, names, by, line } of messagesIn(file)) {
    messages += 1;
    const wrong = problemOf(message, names, by);
    if (wrong !== undefined) findings.push(`${name}:${line} ${wrong}`);
  }
  for (const node of textsOutside(file))
    findings.push(`${name}:${lineOf(file, node)} is not a message: ${node.getText(file).replace(/\s+/g, ' ').trim()}`);
}

/** Explains why a message cannot be formatted. */
function problemOf(message, names, by) {
  if (message === undefined) return 'is not a literal, so no catalog can contain it';
  let used;
  try {
    used = namesOf(parseMessage(message, { tags: by === 'rich' }));
  } catch (thrown) {
    return thrown.message;
  }
  const missing = [...used].filter(
    (name) => names !== undefined && !names.includes(name) && !PLAIN_TAGS.includes(name),
  );
  const unused = (names ?? []).filter((name) => !used.has(name));
  if (missing.length > 0) return `has no value for ${missing.join(', ')}: ${message}`;
  if (unused.length > 0) return `does not use ${unused.join(', ')}: ${message}`;
  return undefined;
}

for (const finding of findings) console.error(finding);
console.log(`${messages} messages in the console; ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;
