// Folder names that are also members of every object, files that no command reads, and several faults at once.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@cairn/client';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpackCatalog } from '../../../src/cli/trails/catalog-archive.ts';
import { moveFolder } from '../../../src/cli/trails/move-folder.ts';
import { runHere } from '../../support/command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type World, world } from '../../support/world.ts';
import { type Folder, trailsFolder, trailYaml } from './folder.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

async function desk() {
  const { key } = (await service.team()).publisher;
  const folder = trailsFolder(service.address, key);
  const run = async (...words: string[]) =>
    runHere(['trails', ...words], { CAIRN_URL: service.address, CAIRN_API_KEY: key });
  return { cairn: connect({ url: service.address, credential: key }), folder, run };
}

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'creates a trail from the folder %s',
  async (name) => {
    const { cairn, folder } = await desk();
    folder.write(`${name}/trail.yaml`, trailYaml('Strange'));
    await folder.apply(await folder.plan());
    expect(await cairn.trails.list().all()).toMatchObject([{ title: 'Strange' }]);
    expect(await folder.plan()).toMatchObject({ steps: [], drift: [], notes: [] });
  },
);

test('pulls and exports a trail called Constructor', async () => {
  const { cairn, folder, run } = await desk();
  await cairn.trails.create({ document: { title: 'Constructor' } });
  expect(await folder.pull()).toMatchObject({ written: ['constructor'], left: [] });
  const file = join(temporaryFolder('zip'), 'c.zip');
  expect((await run('export', file)).code).toBe(0);
  const dir = temporaryFolder('unzipped');
  expect(await unpackCatalog(readFileSync(file), dir)).toBe(1);
  expect(existsSync(join(dir, 'constructor/trail.yaml'))).toBe(true);
});

test.each<[string, Record<string, string>, string[]]>([
  ['another ending', { 'x/trail.yml': 'title: A' }, ['x/trail.yml: the folder has no trail.yaml']],
  ['a nested folder', { 'group/y/trail.yaml': 'title: A' }, ['group/y/trail.yaml: move the folder']],
  ['a prompt that is not named', { 'a/prompts/old.md': 'x' }, ['a/prompts/old.md: trail.yaml names no prompt']],
  ['an image that is not shown', { 'a/images/x.png': 'x' }, ['a/images/x.png: setup.md does not show']],
  ['an image in another folder', { 'a/setup.md': '![x](pictures/x.png)' }, ['a/pictures/x.png: move the image']],
  ['a name without a folder', { 'order.txt': 'a\nb\n' }, ['order.txt names b']],
  ['notes and hidden files', { 'a/README.md': 'x', 'README.md': 'x', '.github/x.yml': 'x' }, []],
])('warns about %s', async (_, files, expected) => {
  const { folder, run } = await desk();
  folder.write('a/trail.yaml', trailYaml('A', 'x: 1').replace('x: 1', ''));
  for (const [path, text] of Object.entries(files)) folder.write(path, text);
  const { code, stdout } = await run('plan', '--dir', folder.dir);
  expect(code).toBe(0);
  const lines = stdout.split('\n').filter((line) => line.startsWith('! not read'));
  expect(lines).toEqual(expected.map((sentence) => expect.stringContaining(sentence)));
});

test('finds files whose names are in another Unicode form', async () => {
  const { folder } = await desk();
  const yaml = 'title: A\nprompts:\n  - {id: p, label: Do, file: prompts/\u00fcber.md}\n';
  folder.write('a/trail.yaml', yaml);
  folder.write('a/prompts/u\u0308ber.md', 'Do it.\n');
  const plan = await folder.plan();
  expect(plan.steps).toMatchObject([{ kind: 'create', document: { prompts: [{ body: 'Do it.' }] } }]);
});

test('reports the faults of all folders at once', async () => {
  const { folder, run } = await desk();
  folder.write('a/trail.yaml', 'title: [');
  folder.write('b/trail.yaml', 'title: B\nprompts: [{label: X, file: prompts/none.md}]');
  folder.write('c/trail.yaml', 'nothing: 1');
  folder.write('d/trail.yaml', 'title: D\nid: not-an-id');
  const { code, stderr } = await run('plan', '--dir', folder.dir);
  expect(code).toBe(1);
  for (const name of ['a/trail.yaml', 'b/trail.yaml', 'c: title', 'd/trail.yaml: id:']) expect(stderr).toContain(name);
});

const zip = (files: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
    ),
  );

test.each<[string, Record<string, string | Uint8Array>, string]>([
  ['folders that differ only in case', { 'a/trail.yaml': 'x', 'A/trail.yaml': 'x' }, 'do not distinguish'],
  ['files that differ only in case', { 'a/prompts/x.md': 'x', 'a/prompts/X.md': 'x' }, 'do not distinguish'],
  ['a large text', { 'a/setup.md': new Uint8Array(3 * 1_024 ** 2) }, 'too large'],
  ['an image that expands a thousandfold', { 'a/images/x.png': new Uint8Array(9 * 1_024 ** 2) }, 'too large'],
  ['an image of 11 MB', { 'a/images/x.png': new Uint8Array(11 * 1_024 ** 2) }, 'too large'],
  ['a file that belongs to no trail', { 'a/run.sh': 'x' }, 'does not belong'],
])('refuses an archive with %s', async (_, files, sentence) => {
  const dir = join(temporaryFolder('hostile'), 'new');
  await expect(unpackCatalog(zip(files), dir)).rejects.toThrow(sentence);
  expect(existsSync(dir)).toBe(false);
});

test('renames a folder and its entry, before or after git does', async () => {
  const { cairn, folder, run } = await desk();
  folder.write('one/trail.yaml', trailYaml('One'));
  folder.write('two/trail.yaml', trailYaml('Two'));
  await folder.apply(await folder.plan());
  expect((await run('mv', 'one', 'first', '--dir', folder.dir)).code).toBe(0);
  expect(existsSync(join(folder.dir, 'first/trail.yaml'))).toBe(true);
  expect(await folder.plan({ prune: true })).toMatchObject({ steps: [], drift: [], notes: [] });
  for (const [from, to, slug] of [
    ['first', 'two', 'conflict'],
    ['none', 'new', 'not-found'],
    ['first', '../out', 'bad-request'],
    ['first', '..', 'bad-request'],
  ] as const)
    await expect(moveFolder(folder.dir, 'cairn.lock.json', from, to)).rejects.toMatchObject({ slug });
  expect((await cairn.trails.list().all()).length).toBe(2);
});

test('adds ids to files without changing anything else', async () => {
  const { folder } = await desk();
  const texts: Record<string, string> = {
    plain: '# A comment\n\ntitle: Plain   # kept\n',
    windows: '---\r\ntitle: Windows\r\n',
    braces: '{title: Braces}\n',
  };
  for (const [name, text] of Object.entries(texts)) folder.write(`${name}/trail.yaml`, text);
  await folder.apply(await folder.plan());
  const text = (of: Folder, name: string) => readFileSync(join(of.dir, name, 'trail.yaml'), 'utf8');
  expect(text(folder, 'plain')).toMatch(/^# A comment\n\nid: [0-9a-f-]{36}\ntitle: Plain {3}# kept\n$/);
  expect(text(folder, 'windows')).toMatch(/^---\r\nid: [0-9a-f-]{36}\r\ntitle: Windows\r\n$/);
  expect(text(folder, 'braces')).toContain('id: ');
  expect(await folder.plan()).toMatchObject({ steps: [], drift: [] });
});
