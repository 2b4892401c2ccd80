// Converts a trail to files and back, without a server.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trail, TrailDocument } from '@cairn/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureLines } from '../../../src/cli/failure-lines.ts';
import { writeTo } from '../../../src/cli/put-in-place.ts';
import { readWholeTrail, trailFolders } from '../../../src/cli/trails/local-trail.ts';
import { normalDocument, withIdsOf } from '../../../src/cli/trails/normal-document.ts';
import { folderName, writeTrail } from '../../../src/cli/trails/write-trail.ts';
import { runs } from '../../support/runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { anyDocument, anyText } from './arbitrary-trail.ts';

const root = temporaryFolder('files');

const RUNS = runs(30);
let count = 0;
const NO_IMAGES = { paths: new Map<string, string>(), images: new Map<string, Uint8Array>() };
const write = (folder: string, document: TrailDocument, visibility = 'all_teams'): Promise<void> =>
  writeTrail(root, folder, { document, visibility } as Trail, NO_IMAGES);
const read = (folder: string) => readWholeTrail(root, folder, undefined);

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = `given-${++count}`;
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, folder, path, '..'), { recursive: true });
    writeFileSync(join(root, folder, path), content);
  }
  return folder;
}

test('restores every document from its files unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, async (document) => {
      const folder = `all-${++count}`;
      await write(folder, document);
      expect(normalDocument((await read(folder)).document)).toEqual(normalDocument(document));
    }),
    { numRuns: RUNS },
  );
});

test('restores every document even if it was written over the files of another', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, anyDocument, async (before, after) => {
      const folder = `over-${++count}`;
      await write(folder, before, 'restricted');
      await write(folder, after);
      const { document, visibility } = await read(folder);
      expect([normalDocument(document), visibility]).toEqual([normalDocument(after), 'all_teams']);
    }),
    { numRuns: RUNS },
  );
});

test("keeps a person's formatting: comments, order, quotes and file names", async () => {
  const yaml = `# Owned by support.
prompts:
  # The first step.
  - label: 'Draft' # short
    id: draft
    file: prompts/first step.md
  - {id: check, label: Check, body: Inline.}
title: "Answer a refund"   # keep it short

trigger:
  keywords: [refund, money back]
  examples:
    # From a real ticket.
    - text: i want my money back
      expect: match
`;
  const folder = folderOf({ 'trail.yaml': yaml, 'prompts/first step.md': 'Draft it.\n' });
  const { document } = await read(folder);
  const changed = structuredClone(document);
  changed.description = 'New: here';
  changed.trigger?.examples?.push({ text: 'write a poem', expect: 'no_match' });
  await write(folder, changed);
  const text = readFileSync(join(root, folder, 'trail.yaml'), 'utf8');
  const kept = ['# Owned by support.', '# The first step.', "label: 'Draft' # short", 'file: prompts/first step.md'];
  for (const line of [
    ...kept,
    'title: "Answer a refund" # keep it short',
    '# From a real ticket.',
    'keywords: [refund,',
  ])
    expect(text).toContain(line.replace('keywords: [', 'keywords: [ ').replace('[  ', '[ '));
  expect(text.indexOf('prompts:')).toBeLessThan(text.indexOf('title:'));
  expect(normalDocument((await read(folder)).document)).toEqual(normalDocument(changed));
  await write(folder, changed);
  expect(readFileSync(join(root, folder, 'trail.yaml'), 'utf8')).toBe(text);
});

test('removes the file of a deleted prompt, and keeps files that belong to no prompt', async () => {
  const folder = folderOf({});
  const prompt = (id: string) => ({ id, label: id, body: id });
  await write(folder, { title: 'T', prompts: [prompt('a'), prompt('b')] });
  writeFileSync(join(root, folder, 'prompts/idea.md'), 'mine');
  await write(folder, { title: 'T', prompts: [prompt('b')] });
  expect(() => readFileSync(join(root, folder, 'prompts/a.md'))).toThrow('ENOENT');
  expect(readFileSync(join(root, folder, 'prompts/idea.md'), 'utf8')).toBe('mine');
});

test.each([
  ['invalid YAML', { 'trail.yaml': 'title: "x\nb: [' }, 'trail.yaml: line'],
  ['a duplicate member', { 'trail.yaml': 'title: a\ntitle: b' }, 'line 2: Map keys must be unique.'],
  ['a list', { 'trail.yaml': '- a' }, 'must hold the members of a trail'],
  ['an unknown member', { 'trail.yaml': 'title: a\ncolour: red' }, 'colour'],
  ['a number for a title', { 'trail.yaml': 'title: 2024' }, 'title: Must be a string; number was sent'],
  ['a guide in the YAML', { 'trail.yaml': 'title: a\nsetup_guide: x' }, 'setup.md'],
  ['an invalid visibility', { 'trail.yaml': 'title: a\nvisibility: secret' }, 'all_teams or restricted'],
  ['a prompt file that is missing', { 'trail.yaml': 'title: a\nprompts: [{label: l, file: prompts/x.md}]' }, 'no file'],
  [
    'a body and a file',
    { 'trail.yaml': 'title: a\nprompts: [{label: l, body: b, file: prompts/x.md}]' },
    'has both body and file',
  ],
  ['a path out of the folder', { 'trail.yaml': 'title: a\nprompts: [{label: l, file: ../../x}]' }, 'leads out of'],
  ['bytes that are not text', { 'trail.yaml': 'title: a', 'setup.md': new Uint8Array([0xff, 0xfe]) }, 'UTF-8'],
  ['too many nested aliases', { 'trail.yaml': aliasBomb() }, 'trail.yaml: cannot be read: Excessive alias'],
])('names the file in the error for %s', async (_, files, sentence) => {
  const folder = folderOf(files);
  const thrown = await read(folder).catch((error: unknown) => error);
  const { message, extras } = thrown as { message: string; extras?: { issues?: { field: string; message: string }[] } };
  const issues = (extras?.issues ?? []).map((issue) => `${issue.field}: ${issue.message}`);
  expect([message, ...issues].join('\n')).toContain(sentence);
});

function aliasBomb(): string {
  const lists = Array.from({ length: 9 }, (_, depth) => `l${depth + 1}: &l${depth + 1} [${`*l${depth},`.repeat(9)}]`);
  return `title: a\nl0: &l0 [x,x]\n${lists.join('\n')}\n`;
}

test('ignores what Windows editors add around a text, and keeps the text itself', async () => {
  const prompts = 'prompts: [{id: a, label: A, file: prompts/a.md}]';
  const folder = folderOf({
    'trail.yaml': `\ufefftitle: T\r\ndescription: |\r\n  One.\r\n  Two.\r\n${prompts}\r\n`,
    'prompts/a.md': '\ufeffFirst.\r\nLast.\r\n',
    'setup.md': '\ufeffSwitch it on.\r\n',
  });
  expect((await read(folder)).document).toMatchObject({
    title: 'T',
    description: 'One.\nTwo.\n',
    prompts: [{ body: 'First.\r\nLast.' }],
    setup_guide: 'Switch it on.',
  });
  for (const body of ['\ufeffa', '\ufeff', 'a\r', '\r', 'a\r\n', '\ufeff\ufeff\r', '\n', '']) {
    await write(folder, { title: 'T', prompts: [{ id: 'a', label: 'A', body }], setup_guide: `x${body}` });
    expect((await read(folder)).document).toMatchObject({ prompts: [{ body }], setup_guide: `x${body}` });
  }
});

const LATIN = Buffer.from('title: Rückfrage\n', 'latin1');
const UTF16 = Buffer.from('\ufefftitle: T\n', 'utf16le');
test.each([
  ['trail.yaml', { 'trail.yaml': LATIN }],
  ['trail.yaml', { 'trail.yaml': UTF16 }],
  ['setup.md', { 'trail.yaml': 'title: T', 'setup.md': LATIN }],
  ['prompts/a.md', { 'trail.yaml': 'title: T\nprompts: [{label: A, file: prompts/a.md}]', 'prompts/a.md': UTF16 }],
])('refuses %s in another encoding instead of misreading it', async (path, files) => {
  const folder = folderOf(files);
  await expect(read(folder)).rejects.toThrow(new RegExp(`${path} is not UTF-8 text\\. Save it as UTF-8`));
  rmSync(join(root, folder), { recursive: true });
});

test('removes the temporary files of a killed run when it writes the trail again', async () => {
  const folder = folderOf({ 'trail.yaml.4711.part': 'ti', 'prompts/a.md.4711.part': '', 'prompts/notes.part': 'mine' });
  await write(folder, { title: 'T', prompts: [{ id: 'a', label: 'A', body: 'A' }] });
  const files = readdirSync(join(root, folder), { recursive: true }).map(String).sort();
  expect(files).toEqual(['prompts', 'prompts/a.md', 'prompts/notes.part', 'trail.yaml']);
});

test('leaves nothing next to a file that cannot be replaced, and names that file', async () => {
  const folder = folderOf({ 'trail.yaml': 'title: T', 'setup.md/in the way': '' });
  const thrown = await write(folder, { title: 'T', setup_guide: 'x' }).catch((failure: unknown) => failure);
  expect(failureLines(thrown)).toEqual([`${join(root, folder, 'setup.md')} is a folder. Name a file. (EISDIR)`]);
  expect(readdirSync(join(root, folder)).sort()).toEqual(['setup.md', 'trail.yaml']);
});

const FULL = '/dev/full';
test.runIf(existsSync(FULL))('names a file that does not fit on the disk, and says what to do', async () => {
  const thrown = await writeTo(FULL, 'x').catch((failure: unknown) => failure);
  expect(failureLines(thrown)).toEqual([
    `${FULL} could not be written: the disk is full. Free some space, and run the command again. (ENOSPC)`,
  ]);
});

test('does not follow a link that leads out of the folder', async () => {
  const folder = folderOf({ 'trail.yaml': 'title: a\nprompts: [{label: l, file: prompts/x.md}]', 'prompts/y.md': '' });
  writeFileSync(join(root, 'secret'), 'secret');
  symlinkSync(join(root, 'secret'), join(root, folder, 'prompts/x.md'));
  await expect(read(folder)).rejects.toThrow("leads out of the trail's folder");
});

test('neither writes to nor removes anything through such a link', async () => {
  const outside = temporaryFolder('outside');
  writeFileSync(join(outside, 'a.md'), 'mine');
  const trailYaml = 'title: T\nprompts: [{id: a, label: A, file: prompts/a.md}]';
  const folder = folderOf({ 'trail.yaml': trailYaml });
  symlinkSync(outside, join(root, folder, 'prompts'));
  const image = { paths: new Map(), images: new Map([['prompts/x.png', new Uint8Array([1])]]) };
  for (const prompts of [[{ id: 'a', label: 'A', body: 'Theirs.' }], []]) {
    const trail = { document: { title: 'T', prompts }, visibility: 'all_teams' } as unknown as Trail;
    await expect(writeTrail(root, folder, trail, image)).rejects.toThrow("leads out of the trail's folder");
  }
  await expect(write(folder, { title: 'T', prompts: [] })).rejects.toThrow("leads out of the trail's folder");
  expect(readdirSync(outside)).toEqual(['a.md']);
  expect(readFileSync(join(outside, 'a.md'), 'utf8')).toBe('mine');
  rmSync(outside, { recursive: true });
});

test.each([
  ['trail.yaml', 'a folder', (place: string) => mkdirSync(place)],
  ['trail.yaml', 'a link to itself', (place: string) => symlinkSync(place, place)],
  ['setup.md', 'a folder', (place: string) => mkdirSync(place)],
  ['setup.md', 'a link to itself', (place: string) => symlinkSync(place, place)],
  ['prompts/a.md', 'a folder', (place: string) => mkdirSync(place)],
  ['images/a.png', 'a link to itself', (place: string) => symlinkSync(place, place)],
])('distinguishes a missing %s from one that is unreadable because it is %s', async (path, _, make) => {
  const files = {
    'trail.yaml': 'title: a\nprompts: [{label: l, file: prompts/a.md}]',
    'setup.md': '![a](images/a.png)',
    'prompts/a.md': 'A',
    'images/a.png': new Uint8Array([1]),
  };
  const folder = folderOf(files);
  expect(await trailFolders(root)).toContain(folder);
  rmSync(join(root, folder, path));
  make(join(root, folder, path));
  await expect(read(folder)).rejects.toThrow(/cannot be read \((EISDIR|ELOOP)\)/);
  if (path === 'trail.yaml') await expect(trailFolders(root)).rejects.toThrow(`${folder}/trail.yaml`);
  rmSync(join(root, folder), { recursive: true });
});

test('reports a link to a folder or to nothing, because it would look like a deleted trail', async () => {
  const folders = temporaryFolder('links');
  writeFileSync(join(folders, 'notes.txt'), '');
  symlinkSync(join(folders, 'notes.txt'), join(folders, 'README'));
  symlinkSync('somebody@machine.123', join(folders, '.#order.txt'));
  expect(await trailFolders(folders)).toEqual([]);
  for (const target of [root, join(folders, 'absent')]) {
    symlinkSync(target, join(folders, 'refunds'));
    await expect(trailFolders(folders)).rejects.toThrow('refunds: is a link');
    rmSync(join(folders, 'refunds'));
  }
  rmSync(folders, { recursive: true });
  await expect(trailFolders(folders)).rejects.toThrow('There is no folder');
});

test('matches prompts without ids by position and label', () => {
  const remote = {
    title: 'T',
    prompts: [
      { id: 'p1', label: 'A', body: '1' },
      { id: 'p2', label: 'B', body: '2' },
    ],
  };
  const local = {
    title: 'T',
    prompts: [
      { label: 'A', body: 'new' },
      { label: 'C', body: '2' },
    ],
  };
  expect(withIdsOf(local, remote).prompts).toEqual([
    { id: 'p1', label: 'A', body: 'new' },
    { label: 'C', body: '2' },
  ]);
});

test('gives folders unique names that are safe on every file system', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyText(120), { maxLength: 20 }), (titles) => {
      const taken = new Set<string>();
      titles.forEach((title, index) => {
        const name = folderName(title, `0199aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`, taken);
        expect(name).toMatch(/^[a-z0-9][a-z0-9-]*$/);
        expect(taken.has(name)).toBe(false);
        taken.add(name);
      });
    }),
    { numRuns: runs(100) },
  );
  expect(folderName('Über: Antworten!', 'x', new Set())).toBe('uber-antworten');
  expect(folderName('CON', '0199aaaa-0000-7000-8000-0000deadbeef', new Set())).toBe('trail-deadbeef');
});
