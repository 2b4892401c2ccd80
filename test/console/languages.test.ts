// The files of the console in other languages: which are copied, what they contain, and how they name each other.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Localized {
  readonly rename: (text: string) => string;
}
interface Languages {
  readonly localize: (folder: string, languages: readonly string[]) => readonly Localized[];
  readonly unmark: (folder: string) => void;
}
const { localize, unmark } = (await import(
  new URL('../../scripts/texts/languages.mjs', import.meta.url).href
)) as Languages;

const SOURCES = {
  'page-1.js':
    'import{t}from"./base-1.js";t("@@read:t@@Save \\"{name}\\"@@",{name});r(`@@read:rich@@It\'s <b>\\`new\\`</b>@@`)',
  'base-1.js': 'export const t=()=>"Base";console.log("@@ is not a mark")',
  'index-1.js':
    'm.f=["console/assets/page-1.js","console/assets/page-1.css"];import("./page-1.js");import"./base-1.js"',
};

let folder: string;
let page: Localized | undefined;
beforeAll(async () => {
  folder = temporaryFolder('localized');
  await mkdir(join(folder, 'console/assets'), { recursive: true });
  for (const [name, source] of Object.entries(SOURCES)) await writeFile(join(folder, 'console/assets', name), source);
  [page] = localize(folder, ['en-XA']);
  unmark(folder);
});

const read = (name: string): Promise<string> => readFile(join(folder, 'console/assets', name), 'utf8');
const inPseudo = (name: string): string => page?.rename(`"${name}"`).slice(1, -1) ?? '';

test('leaves English files without marks', async () => {
  expect(await read('page-1.js')).toBe(
    'import{t}from"./base-1.js";t("Save \\"{name}\\"",{name});r("It\'s <b>`new`</b>")',
  );
  expect(await read('base-1.js')).toBe(SOURCES['base-1.js']);
});

test('copies files with texts and files that name them, and shares all others', async () => {
  expect((await readdir(join(folder, 'console/assets'))).length).toBe(5);
  expect(inPseudo('page-1.js')).toMatch(/^page-1\.en-XA-[0-9a-f]{8}\.js$/);
  expect(inPseudo('base-1.js')).toBe('base-1.js');
  expect(await read(inPseudo('page-1.js'))).toBe(
    'import{t}from"./base-1.js";t("Šávé \\"~~{name}\\"",{name});r("Ít\'š~~ <b>`ñéw`~~</b>")',
  );
});

test('names the copies in imports and in the list of files to preload', async () => {
  const name = inPseudo('page-1.js');
  expect(await read(inPseudo('index-1.js'))).toBe(
    `m.f=["console/assets/${name}","console/assets/page-1.css"];import("./${name}");import"./base-1.js"`,
  );
});
