// Tests the files of packages/judge-data: the loader refuses bad lines, and every file is read.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCatalog, readOfficeTasks, readPromptsFor } from '../../bench/judge/judge-data.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TRAIL = { id: 'pay', title: 'Pay an invoice', when: 'An invoice is due.' };
const TASK = { title: 'Pay', when: 'Due.', prompts: Array.from({ length: 8 }, (_, index) => `pay ${index}`) };

/** A folder with these lines in catalogs/one.ndjson and tasks/one.ndjson. */
function folderOf(...lines: readonly unknown[]): string {
  const folder = temporaryFolder('judge-data');
  for (const kind of ['catalogs', 'tasks']) {
    mkdirSync(join(folder, kind));
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    writeFileSync(join(folder, kind, 'one.ndjson'), `${texts.join('\n')}\n`);
  }
  return folder;
}

it('reads a trail with its prompts, and generic prompts', () => {
  const line = { ...TRAIL, role: 'Clerk', match: ['pay it'], noMatch: ['bill'], prompts: { Pay: 'Pay {{it}}.' } };
  expect(
    readCatalog('one', folderOf({ ...line, unseen: ['pls pay'], nearMisses: ['paid?'] }, { generic: 'hi' })),
  ).toEqual({
    trails: [
      {
        id: 'pay',
        document: {
          title: 'Pay an invoice',
          target_role: 'Clerk',
          trigger: {
            when: 'An invoice is due.',
            examples: [
              { text: 'pay it', expect: 'match' },
              { text: 'bill', expect: 'no_match' },
            ],
          },
          prompts: [{ label: 'Pay', body: 'Pay {{it}}.' }],
        },
        unseen: ['pls pay'],
        nearMisses: ['paid?'],
      },
    ],
    generic: ['hi'],
  });
});

it('reads the prompts of another file for the trails of a catalog', () => {
  const catalog = readCatalog('one', folderOf({ ...TRAIL, unseen: ['pls pay'] }, { ...TRAIL, id: 'ask' }));
  const german = readPromptsFor(catalog, 'one', folderOf({ trail: 'ask', unseen: ['frag mal'] }, { generic: 'hallo' }));
  expect(german.trails.map(({ id, unseen }) => [id, unseen])).toEqual([
    ['pay', []],
    ['ask', ['frag mal']],
  ]);
  expect(german.generic).toEqual(['hallo']);
});

it.each([
  ['a line that is not JSON', [TRAIL, '{"generic": '], 'catalogs/one.ndjson:2: write one JSON object'],
  ['a blank line', [TRAIL, '', TRAIL], 'catalogs/one.ndjson:2: write one JSON object'],
  ['a line of an unknown kind', [{ text: 'hi' }], 'catalogs/one.ndjson:1: add "id" or "generic"'],
  ['a missing field', [{ id: 'pay', when: 'Now.' }], 'catalogs/one.ndjson:1: title: Expected required property'],
  ['an unknown field', [{ ...TRAIL, examples: [] }], 'catalogs/one.ndjson:1: examples: Unexpected property'],
  ['an empty prompt', [{ ...TRAIL, unseen: [''] }], 'catalogs/one.ndjson:1: unseen/0: Expected string length'],
  ['two trails with the same id', [TRAIL, TRAIL], 'catalogs/one.ndjson: two trails have the id "pay"'],
])('refuses %s', (_, lines, message) => {
  expect(() => readCatalog('one', folderOf(...lines))).toThrow(message);
});

it.each([
  ['an unknown trail', [{ trail: 'ask', unseen: ['hi'] }], 'the catalog has no trail "ask"'],
  ['two lines for one trail', [{ trail: 'pay' }, { trail: 'pay' }], 'two lines are for the same trail'],
])('refuses prompts with %s', (_, lines, message) => {
  expect(() => readPromptsFor(readCatalog('one', folderOf(TRAIL)), 'one', folderOf(...lines))).toThrow(message);
});

it('refuses an office task with fewer than eight prompts', () => {
  expect(() => readOfficeTasks(folderOf({ ...TASK, prompts: ['pay'] }))).toThrow('tasks/one.ndjson:1: prompts');
});

it('reads every office task', () => {
  expect(readOfficeTasks()).toHaveLength(1_040);
});

it('names every catalog file', () => {
  const source = readFileSync('bench/judge/catalogs.ts', 'utf8');
  const stems = readdirSync('packages/judge-data/catalogs').map((file) => file.replace(/(-(de|fr|es))?\.ndjson$/, ''));
  expect(stems.filter((stem) => !source.includes(stem))).toEqual([]);
});
