// The console's texts and code use common words that readers need not look up.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const DROPPED = /\b(?:whoever|whomever|newcomers?|whence|mend(?:s|ed|ing)?|afresh|fallen|he|his|him|himself)\b/i;
/** The service's sentences, which appear next to the console's, use straight quotes. */
const CURVED = /[‘’“”]/;
/** The pages are called Settings and Members. */
const NO_PAGE = /\bunder Workspace\b|\bdirectory view\b/;

test.each([
  ['a dropped word', DROPPED],
  ['curved quotes', CURVED],
  ['another name of a page', NO_PAGE],
  ['a second word for everyone, anyone, someone or no one', /\b(?:any|every|some)body\b|\bnobody\b(?!'|: \{)/i],
])('contains no text with %s', (_, pattern) => {
  const sources = readdirSync(join(root, 'console/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('generated/'))
    .map((name) => join('console/src', name));
  expect(sources.length).toBeGreaterThan(200);
  const found = [...sources, 'console/index.html', 'scripts/first-pages.mjs'].flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${name}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
