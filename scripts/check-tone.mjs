// Counts phrases that read like a translation, per 1,000 words of comments, documents and texts for people, for each
// folder. Fails above LIMIT, or if too many sentences of the documents are long (docs/voice.md). A low count does not
// prove that a text reads well; a high one means that it does not.
// Usage: node scripts/check-tone.mjs [--lines] [folder …]     --lines lists every hit
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { parse } from './texts/read-texts.mjs';

const LIMIT = 4;
/** Words of a long sentence, and the share of long sentences that the documents may have. */
const LONG = 25;
const MAX_SHARE = 0.03;
/** Joins the lines of a block. It matches a space in the patterns, but still marks the line breaks. */
const BREAK = '\u00a0';
const PHRASES = [
  /\b(?:for|of|to|by|that|and|from) who\b/gi,
  /(?<!\btime )\bstands?\b(?!-in)/gi,
  /\b(?:tells?|told)\b/gi,
  /\b(?:no|some|any|every)body\b/gi,
  /\bwhere (?:it|there|one|they|the|a|an|no|none|that|some|nothing|this|he)\b/gi,
  /\bas (?:it|they) (?:is|was|were|are|came|come)\b/gi,
  /\b(?:anew|afresh|meanwhile|besides?)\b/gi,
  /\bof (?:its|their|his) own\b/gi,
];
/** Natural in labels and errors ("Who sees the trail", "There is no such key"), but rarely in whole paragraphs. */
const IN_PROSE = [
  /(?:^|[.:;] |, and )(?:what|who|whose|whoever|whom) (?![^.!?]*\?)/gi,
  /\b(?:is|are|was|has|have|that) no(?:ne)?\b/gi,
  ...PHRASES,
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

/** String literals of four words or more: texts of pages, errors, descriptions, and output of the command line. */
function textsOf(file, source) {
  const blocks = [];
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node)) return; // SQL
    const text = ts.isTemplateExpression(node)
      ? node.head.text + node.templateSpans.map(({ literal }) => `code${literal.text}`).join('')
      : ts.isStringLiteralLike(node) || ts.isJsxText(node)
        ? node.text
        : '';
    if (/\p{L} \p{L}/u.test(text) && text.trim().split(/\s+/).length >= 4) {
      const number = parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line + 1;
      blocks.push([{ number, text: text.replace(/`[^`]*`/g, 'code').replace(/\s+/g, ' ') }]);
    }
    ts.forEachChild(node, visit);
  };
  const parsed = parse(file, source);
  visit(parsed);
  return blocks;
}

const isShipped = (file) => /^(?:src|console\/src|packages\/(?:client|scim-protocol)\/src)\/.*\.tsx?$/.test(file);
const isDocument = (file) =>
  /^(?:docs\/.*|README|ARCHITECTURE|CONTRIBUTING|CHANGELOG|SECURITY|site\/.*)\.md$/.test(file);
const sentences = { all: 0, long: [] };
function countSentences(file, block) {
  const whole = block.map((line) => line.text).join(' ');
  for (const sentence of whole.split(/(?<=[.?!:;])\s+(?=[\p{Lu}`"*[])/u)) {
    sentences.all += 1;
    if (sentence.split(/\s+/).length > LONG) sentences.long.push(`${file}:${block[0].number}  ${sentence}`);
  }
}

const folders = new Map();
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n');
for (const file of listed.filter((name) => /\.(ts|tsx|mjs|sql|md)$/.test(name) && !name.includes('/generated/'))) {
  if (wanted.length > 0 && !wanted.some((prefix) => file.startsWith(prefix))) continue;
  let source;
  try {
    source = readFileSync(file, 'utf8');
  } catch {
    continue; // Deleted, but not committed yet.
  }
  const blocks = blocksOf(file, source);
  count(folderOf(file), file, blocks, IN_PROSE);
  if (isDocument(file)) for (const block of blocks) countSentences(file, block);
  if (isShipped(file)) count(`texts of ${folderOf(file)}`, file, textsOf(file, source), PHRASES);
}

function count(folder, file, blocks, phrases) {
  const found = folders.get(folder) ?? { words: 0, hits: [] };
  folders.set(folder, found);
  for (const block of blocks) {
    const text = block.map((line) => line.text).join(BREAK);
    found.words += text.split(/\s+/).length;
    const spaced = text.replaceAll(BREAK, ' ');
    for (const phrase of phrases) {
      for (const { index } of spaced.matchAll(phrase)) {
        const line = block[text.slice(0, index).split(BREAK).length - 1] ?? block[0];
        found.hits.push(`${file}:${line.number}  ${line.text}`);
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

const share = sentences.long.length / Math.max(1, sentences.all);
if (share > MAX_SHARE) process.exitCode = 1;
if (share > MAX_SHARE || isListing) {
  const percent = (100 * share).toFixed(1);
  console.log(`${percent} % of ${sentences.all} sentences in documents are longer than ${LONG} words`);
  for (const one of sentences.long) console.log(`  ${one}`);
}
