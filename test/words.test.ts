// The texts of the service, its packages, documents and tests use common words that readers need not look up. The
// console has its own list (console/words.test.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const DROPPED = /\b(?:whoever|whomever|newcomers?|whence|mend(?:s|ed|ing)?|afresh)\b/i;
const FOLDERS = ['src', 'packages', 'scripts', 'docs', 'deploy', 'test'];
/** Generated files, texts of earlier releases, words that people type, and the lists themselves. */
const APART =
  /(?:^|\/)(?:node_modules|dist|generated|words)\/|snapshot\.json$|^CHANGELOG\.md$|(?:words\.test\.ts|check-tone\.mjs)$/;

test('contains no word that plain English has dropped', () => {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const texts = [...below, ...readdirSync(root)].filter((name) => /\.(?:ts|mjs|md|yml|txt)$/.test(name));
  const sources = texts.filter((name) => !APART.test(name));
  expect(sources.length).toBeGreaterThan(1_000);
  const found = sources.flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split('\n')
      .flatMap((line, at) => (DROPPED.test(line) ? [`${name}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
