// Catalogs that do not fit into one package: twenty skills, one more, and a missing part.
import { describe, expect, test } from 'vitest';
import { readArchive } from '../../src/skills/read-archive.ts';
import { packageOf, type SkillPackage } from '../../src/skills/reader-package.ts';
import { type Skill, skillFile } from '../../src/skills/skill-file.ts';
import type { SkillSet } from '../../src/skills/skill-packages.ts';

const ADDRESS = 'https://cairn.test';
const skill = (at: number): Skill => ({
  name: `skill-${at}`,
  description: 'Does it.',
  metadata: {},
  files: [skillFile('SKILL.md', Buffer.from(`# ${at}`), 'text/markdown')],
});
const setOf = (count: number, title = 'Acme'): SkillSet => ({
  ...{ id: '01993b5e-6f00-7c3a-9d53-0b7f1c2a4e58', title, slug: 'acme', change: 7, mark: 'a1b2c3d4' },
  skills: Array.from({ length: count }, (_, at) => skill(at)),
});

interface Manifest {
  readonly id: string;
  readonly version: string;
  readonly developer: { readonly name: string };
  readonly name: { readonly short: string; readonly full: string };
  readonly description: { readonly short: string; readonly full: string };
  readonly agentSkills: readonly { readonly folder: string }[];
}

async function manifestOf({ archive }: SkillPackage): Promise<Manifest> {
  const files = await readArchive(archive.bytes);
  return JSON.parse(files.find(({ path }) => path === 'manifest.json')?.bytes.toString() ?? '') as Manifest;
}

describe('a Cowork package', () => {
  test.each([
    [0, [0]],
    [1, [1]],
    [20, [20]],
    [21, [20, 1]],
    [40, [20, 20]],
    [41, [20, 20, 1]],
  ])('with %i skills is split into parts of twenty, each a separate app', async (count, sizes) => {
    const set = setOf(count);
    const packages = await Promise.all(sizes.map((_, at) => packageOf(set, 'cowork', at + 1, ADDRESS)));
    const manifests = await Promise.all(packages.map(manifestOf));
    expect(manifests.flatMap(({ agentSkills }) => agentSkills.map(({ folder }) => folder))).toEqual(
      set.skills.map(({ name }) => `./skills/${name}`),
    );
    expect(manifests.map(({ agentSkills }) => agentSkills.length)).toEqual(sizes);
    expect(new Set(manifests.map(({ id }) => id)).size).toBe(sizes.length);
    const isOne = sizes.length === 1;
    expect(packages.map(({ filename }) => filename)).toEqual(
      sizes.map((_, at) => (isOne ? 'acme-cowork.zip' : `acme-cowork-${at + 1}.zip`)),
    );
    expect(manifests.map(({ name }) => name.short)).toEqual(
      sizes.map((_, at) => (isOne ? 'Acme trails' : `Acme trails ${at + 1}`)),
    );
    expect(packages.map(({ from, to }) => set.skills.slice(from, to).length)).toEqual(sizes);
    await expect(packageOf(set, 'cowork', sizes.length + 1, ADDRESS)).rejects.toMatchObject({
      slug: 'not-found',
      message: isOne
        ? 'There is only one part.'
        : `There are ${sizes.length} parts. Request one from 1 to ${sizes.length}.`,
    });
  });

  test('of the same catalog is the same app with a higher version after its skills have changed', async () => {
    const [before, after] = [setOf(2), { ...setOf(3), change: 8 }];
    const [one, other] = [await packageOf(before, 'cowork', 1, ADDRESS), await packageOf(after, 'cowork', 1, ADDRESS)];
    const [was, is] = [await manifestOf(one), await manifestOf(other)];
    expect([is.id, was.version, is.version]).toEqual([was.id, '1.0.7', '1.0.8']);
  });

  // Microsoft 365 allows names of 30 and 100 characters, developer names of 32, and descriptions of 80 and 4,000.
  test.each([
    ['short enough', 'x'.repeat(19), 'x'.repeat(19)],
    ['just too long', 'x'.repeat(33), `${'x'.repeat(31)}…`],
    ['of characters with two code units', '😀'.repeat(32), '😀'.repeat(32)],
    ['of more such characters', '😀'.repeat(33), `${'😀'.repeat(31)}…`],
    ['as long as possible', 'x'.repeat(5_000), `${'x'.repeat(31)}…`],
  ])('of a workspace whose name is %s has names that fit', async (_, title, developer) => {
    const manifest = await manifestOf(await packageOf(setOf(2_001, title), 'cowork', 101, ADDRESS));
    const length = (text: string): number => [...text].length;
    expect(manifest.developer.name).toBe(developer);
    expect(length(manifest.name.short)).toBeLessThanOrEqual(30);
    expect(length(manifest.name.full)).toBeLessThanOrEqual(100);
    expect(length(manifest.description.short)).toBeLessThanOrEqual(80);
    expect(length(manifest.description.full)).toBeLessThanOrEqual(4_000);
  });
});

test.each(['skills', 'plugin', 'marketplace'] as const)('has all skills in one part with %s', async (kind) => {
  const set = setOf(41);
  const { filename, from, to, archive } = await packageOf(set, kind, 1, ADDRESS);
  expect([filename, from, to]).toEqual([`acme-${kind}.zip`, 0, 41]);
  const names = (await readArchive(archive.bytes)).flatMap(
    ({ path }) => /(skill-\d+)\/SKILL\.md$/.exec(path)?.[1] ?? [],
  );
  expect(names.sort()).toEqual(set.skills.map(({ name }) => name).sort());
  await expect(packageOf(set, kind, 2, ADDRESS)).rejects.toMatchObject({ message: 'There is only one part.' });
});
