// Finds texts that cannot be translated, and messages that cannot be formatted: texts of the console that are not
// messages (`t` and `rich`; texts/read-texts.mjs), and sentences of the service that are put together
// (texts/service-texts.mjs).
// Also compares the catalogs of other languages with the messages. `--write` adds new messages to the catalogs and
// removes unused ones. `--write de` creates the German catalogs. A new message may wait for its translation, because
// few authors speak every language: until then it is English. `--complete` fails if one is missing (nightly, releases).
// Usage: node scripts/check-texts.mjs [--write [language] | --complete]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGS, messagesByArea, otherLanguages } from './texts/languages.mjs';
import { namesOf, PLAIN_TAGS, parseMessage } from './texts/message.mjs';
import { lineOf, messagesIn, parse, textsOutside } from './texts/read-texts.mjs';
import { declarationsIn, sentencesIn } from './texts/service-texts.mjs';

/** Folders whose texts are not messages yet. The card is a page of its own, in a chat. This list only shrinks. */
const NOT_CONVERTED = ['console/src/card/'];
/** Rewords the service's English sentences until the service sends them in the person's language. */
const ENGLISH = ['console/src/write/draft/plain-words.ts'];
/** SCIM stays in English, because its responses are tagged. */
const SCIM = 'src/doors/scim/';
/** Sentences for operators on a terminal, and in the log of a start. */
const TERMINAL =
  /^src\/(?:cli|start|demo|storage\/(?:embedded|migrations|move|tables)|backup\/(?:backup-files|load-dump|postgres-tool|write-backup))\b/;

const filesBelow = (folder) =>
  [...new Set(execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], { encoding: 'utf8' }).split('\n'))]
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('/generated/') && existsSync(name))
    .filter((name) => !TERMINAL.test(name) && ![...ENGLISH, ...NOT_CONVERTED].some((one) => name.startsWith(one)));
const sources = filesBelow('console/src');
const findings = [];
let messages = 0;
for (const name of sources) {
  const file = parse(name, readFileSync(name, 'utf8'));
  for (const { message, names, by, line } of messagesIn(file)) {
    messages += 1;
    const wrong = problemOf(message, names, by);
    if (wrong !== undefined) findings.push(`${name}:${line} ${wrong}`);
  }
  for (const node of textsOutside(file))
    findings.push(`${name}:${lineOf(file, node)} is not a message: ${node.getText(file).replace(/\s+/g, ' ').trim()}`);
}

/** The messages of the service. Plain sentences have no values and may contain anything but braces. */
const serviceMessages = new Map();
const serviceFiles = filesBelow('src').map((name) => parse(name, readFileSync(name, 'utf8')));
const declared = declarationsIn(serviceFiles);
for (const file of serviceFiles) {
  const { messages: found, outside } = sentencesIn(file, declared);
  for (const { message, names, by, line } of found) {
    if (message === '') continue;
    serviceMessages.set(message, by);
    const wrong =
      by === 'plain' && /[{}]/.test(message) ? 'has braces, so it needs values' : problemOf(message, names, by);
    if (wrong !== undefined) findings.push(`${file.fileName}:${line} ${wrong}`);
  }
  for (const node of file.fileName.startsWith(SCIM) ? [] : outside)
    findings.push(`${file.fileName}:${lineOf(file, node)} is not a message: ${node.getText().replace(/\s+/g, ' ')}`);
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

const [, , flag, added] = process.argv;
const missing = [];
for (const language of new Set([...otherLanguages(false), ...(added === undefined ? [] : [added])])) {
  const folder = join(CATALOGS, language);
  mkdirSync(folder, { recursive: true });
  const areas = messagesByArea(sources).set('service', serviceMessages);
  for (const name of readdirSync(folder))
    if (!areas.has(name.replace('.json', ''))) findings.push(`${language}/${name} belongs to no folder`);
  for (const [area, known] of areas) checkCatalog(language, join(folder, `${area}.json`), known);
}

/** Every message has a translation with the same names, and there are no others. */
function checkCatalog(language, path, known) {
  const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const after = Object.fromEntries([...known.keys()].sort().map((message) => [message, before[message] ?? '']));
  if (flag === '--write') {
    if (known.size > 0) writeFileSync(path, `${JSON.stringify(after, null, 2)}\n`);
  } else
    for (const message of Object.keys(before).filter((one) => !known.has(one)))
      findings.push(`${path} translates an unused message: ${message}`);
  for (const [message, text] of Object.entries(after)) {
    if (text === '') missing.push(`${language}: is missing: ${message}`);
    else {
      const wrong = problemOf(text, namesIn(message, known.get(message)), known.get(message));
      if (wrong !== undefined) findings.push(`${language}: ${wrong}: ${message}`);
    }
  }
}

function namesIn(message, by) {
  return [...namesOf(parseMessage(message, { tags: by === 'rich' }))];
}

if (flag === '--complete') findings.push(...missing);
for (const finding of findings) console.error(finding);
console.log(
  `${messages} messages in the console, ${serviceMessages.size} in the service; ${missing.length} translations missing, ` +
    `${findings.length} findings`,
);
if (findings.length > 0) process.exitCode = 1;
