// Imports Agent Skills as folders of trails, without a server.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { importSkills, importText, skillFiles } from '../../../src/cli/trails/import-skills.ts';
import { readWholeTrail, trailFolders } from '../../../src/cli/trails/local-trail.ts';
import { renderSkill } from '../../../src/skills/render-skill.ts';
import { withDefaults } from '../../../src/trails/document/full-document.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { readyDocument } from '../../trails/catalog.ts';

const FOREIGN = `---
name: answer-refunds
description: Answers refund requests. Use when a customer wants money back.
allowed-tools: Bash
---
# Answer refunds

Look at ![the form](pics/form.png) first.
`;
let png: Buffer;
beforeAll(async () => {
  png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();
});

const fresh = (): string => temporaryFolder('skills');
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = fresh();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}
const imported = async (source: string, dir = fresh()) => ({
  dir,
  skills: await importSkills((await skillFiles(source)) ?? [], dir),
});

test('imports a foreign skill as a folder with its images, next to existing ones', async () => {
  const source = folderOf({
    'a/SKILL.md': FOREIGN,
    'a/pics/form.png': png,
    'a/run.sh': 'rm -rf /',
    '.git/SKILL.md': 'x',
  });
  const { dir, skills } = await imported(source);
  expect(skills.map(({ path, folder }) => [path, folder])).toEqual([['a/SKILL.md', 'answer-refunds']]);
  expect(skills[0]?.findings.map(({ field }) => field)).toEqual(expect.arrayContaining(['allowed-tools', 'run.sh']));
  const guide = readFileSync(join(dir, 'answer-refunds/setup.md'), 'utf8');
  const [image = ''] = /images\/[0-9a-f]{16}\.png/.exec(guide) ?? [];
  expect(readFileSync(join(dir, 'answer-refunds', image)).equals(png)).toBe(true);
  const again = await imported(source, dir);
  expect(again.skills[0]?.folder).toMatch(/^answer-refunds-/);
  expect(await trailFolders(dir)).toHaveLength(2);
  expect(importText(skills, dir)).toContain('a/SKILL.md → answer-refunds');
  expect(importText(skills.slice(0, 1), dir)).toContain('1 trail in ');
});

test('imports the same trail from a skill exported by Cairn, from a folder or a zip', async () => {
  const document = withDefaults({
    ...readyDocument('Answer a refund request'),
    trigger: { when: 'Money back', keywords: ['refund'], examples: [{ text: 'refund please', expect: 'match' }] },
    prompts: [{ id: 'draft', label: 'Draft', body: 'Write {{reply}}.' }],
  } as Parameters<typeof withDefaults>[0]);
  const source = { trail_id: '01970000-0000-7000-8000-000000000001', name: 'answer', version: 1, document, images: [] };
  const markdown = renderSkill(source, true).files[0]?.bytes ?? Buffer.from('');
  const zip = join(fresh(), 'skills.zip');
  writeFileSync(zip, zipSync({ 'answer/SKILL.md': markdown }));
  const { dir, skills } = await imported(zip);
  const trail = await readWholeTrail(dir, skills[0]?.folder ?? '', undefined);
  expect(withDefaults(trail.document as Parameters<typeof withDefaults>[0])).toEqual(document);
});

test('names each skill that cannot become a trail, with the reason, and writes the others', async () => {
  const source = folderOf({ 'good/SKILL.md': FOREIGN, 'bad/SKILL.md': '# No block at the top\n' });
  const { dir, skills } = await imported(source);
  expect(skills.map(({ path, folder }) => [path, folder === null])).toEqual([
    ['good/SKILL.md', false],
    ['bad/SKILL.md', true],
  ]);
  expect(importText(skills, dir)).toMatch(
    /! bad\/SKILL\.md: cannot be a trail\n {4}SKILL\.md: The file must begin with/,
  );
  await expect(imported(folderOf({ 'SKILL.md': 'none' }))).rejects.toThrow('None of the skills can be a draft');
  await expect(imported(folderOf({ 'notes.md': 'none' }))).rejects.toThrow('It contains no SKILL.md');
  const nowhere = join(fresh(), 'not-yet');
  await expect(imported(folderOf({ 'SKILL.md': 'none' }), nowhere)).rejects.toThrow(
    'None of the skills can be a draft',
  );
  expect(existsSync(nowhere)).toBe(false);
});

test('follows no links, and refuses a hostile zip as a whole', async () => {
  const secret = folderOf({ 'secret.png': png });
  const source = folderOf({ 'a/SKILL.md': FOREIGN });
  mkdirSync(join(source, 'a/pics'));
  symlinkSync(join(secret, 'secret.png'), join(source, 'a/pics/form.png'));
  const { dir, skills } = await imported(source);
  expect(readFileSync(join(dir, skills[0]?.folder ?? '', 'setup.md'), 'utf8')).toContain('(pics/form.png)');
  const zip = join(fresh(), 'skills.zip');
  writeFileSync(zip, zipSync({ 'SKILL.md': strToU8(FOREIGN), '../out.png': png }));
  await expect(imported(zip)).rejects.toThrow('The archive was not read');
});

test('leaves a zip without skills to the import of catalogs', async () => {
  const zip = join(fresh(), 'catalog.zip');
  writeFileSync(zip, zipSync({ 'one/trail.yaml': strToU8('title: One') }));
  expect(await skillFiles(zip)).toBeUndefined();
  writeFileSync(zip, 'no zip');
  expect(await skillFiles(zip)).toBeUndefined();
});
