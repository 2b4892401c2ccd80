// Limits of skills: the last accepted value, and the first refused one.
import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import type { Blob, Blobs } from '../../src/assets/blob.ts';
import { newId } from '../../src/base/id.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { withImages } from '../../src/skills/import-images.ts';
import { readArchive } from '../../src/skills/read-archive.ts';
import { readSkill } from '../../src/skills/read-skill.ts';
import { readSkillFiles } from '../../src/skills/read-skill-files.ts';
import { skillImages } from '../../src/skills/skill-images.ts';
import type { Db } from '../../src/storage/database.ts';
import { TrailDocument } from '../../src/trails/document/document.ts';
import type { CheckedSchema } from '../../src/trails/document/validate-document.ts';
import { forged } from './forged-archive.ts';

const MB = 1_048_576;
const SCHEMA = TrailDocument as CheckedSchema;
const skill = (text = 'Do it.'): Buffer =>
  Buffer.from(`---\nname: tidy-notes\ndescription: Tidies notes.\n---\n\n# Tidy notes\n\n${text}`);
const sentenceOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'taken',
    (thrown: unknown) => (isRefusal(thrown, 'validation') ? thrown.message : Promise.reject(thrown)),
  );

describe('an archive', () => {
  test.each([
    [2_000, 'taken'],
    [2_001, '2,001 entries'],
  ])('with %i entries: %s', async (count, sentence) => {
    const entries = Array.from({ length: count }, (_, at) => ({ name: `${at}` }));
    expect(await sentenceOf(readArchive(forged(entries)))).toContain(sentence);
  });
  test.each([
    [64 * MB, 'taken'],
    [64 * MB + 1, 'larger than 64 MB'],
  ])('with %i bytes in two files: %s', async (bytes, sentence) => {
    const entries = [32 * MB, bytes - 32 * MB].map((size, at) => ({ name: `${at}`, bytes: Buffer.alloc(size) }));
    expect(await sentenceOf(readArchive(forged(entries)))).toContain(sentence);
  });
});

describe('imported skills', () => {
  const keep = async () => 'none';
  test.each([
    [1, 'taken'],
    [200, 'taken'],
    [201, 'It contains 201 skills; at most 200'],
    [0, 'It contains no SKILL.md'],
  ])('%i in one archive: %s', async (count, sentence) => {
    const files = Array.from({ length: count }, (_, at) => ({ path: `${at}/SKILL.md`, bytes: skill() }));
    const others = [{ path: 'README.md', bytes: Buffer.from('Not one.') }];
    expect(await sentenceOf(readSkillFiles([...files, ...others], SCHEMA, keep))).toContain(sentence);
  });
  test('of 2 MB are parsed and refused because of their guide, and one byte more is refused because of the size', async () => {
    const filled = (size: number) => skill('x'.repeat(size - skill('').length));
    const findings = async (size: number) => {
      const files = [
        { path: 'a/SKILL.md', bytes: filled(size) },
        { path: 'b/SKILL.md', bytes: skill() },
      ];
      const { importable, refused } = await readSkillFiles(files, SCHEMA, keep);
      expect(importable.map(({ path }) => path)).toEqual(['b/SKILL.md']);
      return refused.flatMap((one) => one.findings.map(({ field }) => field));
    };
    expect(await findings(2 * MB)).toEqual(['setup_guide', 'prompts']);
    expect(await findings(2 * MB + 1)).toEqual(['SKILL.md']);
  });
  test.each([
    ['title', 120],
    ['description', 1_000],
    ['trigger.when', 600],
  ])('keep the whole text of a %s of %i characters, and cut a longer one to that length', (field, most) => {
    const read = (length: number) => {
      const text = '🧭'.repeat(length);
      const isTitle = field === 'title';
      const { document, findings } = readSkill(
        `---\nname: a\ndescription: ${isTitle ? 'x' : text}\n---\n# ${isTitle ? text : 'T'}\n`,
      );
      const { title, description, trigger } = document ?? {};
      const value = { title, description, 'trigger.when': trigger?.when }[field];
      return [value, findings.filter((finding) => finding.field === field).map(({ message }) => message)];
    };
    expect(read(most)).toEqual(['🧭'.repeat(most), []]);
    expect(read(most + 1)).toEqual([
      `${'🧭'.repeat(most - 1)}…`,
      [`Was cut from ${(most + 1).toLocaleString('en')} to ${most.toLocaleString('en')} characters. Rewrite it.`],
    ]);
  });
});

test('include files in their folder, but none of a skill inside it or next to it', async () => {
  const paths = ['a/x.png', 'a/sub/x.png', 'a/b/y.png', 'ab/z.png', 'x.png'];
  const heads = ['a/SKILL.md', 'a/b/SKILL.md', 'ab/SKILL.md'];
  const files = [
    ...heads.map((path) => ({ path, bytes: skill() })),
    ...paths.map((path) => ({ path, bytes: Buffer.from(path) })),
  ];
  const { importable } = await readSkillFiles(files, SCHEMA, async () => 'none');
  const found = importable.map(({ path, findings }) => [path, findings.map(({ field }) => field).filter(isImage)]);
  expect(Object.fromEntries(found)).toEqual({
    'a/SKILL.md': ['x.png', 'sub/x.png'],
    'a/b/SKILL.md': ['y.png'],
    'ab/SKILL.md': ['z.png'],
  });
});
const isImage = (field: string): boolean => field.endsWith('.png');

describe('images next to a SKILL.md', () => {
  const file = (path: string) => ({ path, bytes: Buffer.from(path) });
  const exported = (digit: string): string => `assets/${digit.repeat(64)}.png`;
  const kept = () => vi.fn(async (bytes: Buffer) => ({ url: `https://cairn.test/${bytes.toString()}` }));
  test('are included if the text shows them in any form, and omitted otherwise', async () => {
    const guide = `![](a.png) ![](./a.png) [](<a.png>) a.png ${exported('0')}`;
    const keep = kept();
    const read = await withImages(guide, [file('a.png'), file(exported('0')), file(exported('1')), file('b')], keep);
    const there = 'https://cairn.test/a.png';
    expect(read.guide).toBe(`![](${there}) ![](${there}) [](${there}) a.png https://cairn.test/${exported('0')}`);
    expect(read.images.map(({ url }) => url)).toEqual([there, `https://cairn.test/${exported('0')}`]);
    expect(read.findings.map(({ field }) => field)).toEqual([exported('1'), 'b']);
    expect(keep).toHaveBeenCalledTimes(2);
  });
  test.each([
    [80_000, 1],
    [80_001, 0],
  ])('are searched for in a guide of %i characters: %i', async (length, found) => {
    const { images } = await withImages('![](a)'.padEnd(length, ' x'), [file('a')], kept());
    expect(images).toHaveLength(found);
  });
  test('are not searched for once other addresses have made the guide longer than that', async () => {
    const keep = kept();
    const { images, findings } = await withImages('](a)'.repeat(20_000), [file('a'), file('b'), file('c')], keep);
    expect([images.length, findings.map(({ field }) => field)]).toEqual([1, ['b', 'c']]);
    const last = await withImages(`${'](a)'.repeat(5_000)}](b)`, [file('a'), file('b')], keep);
    expect(last.findings.map(({ field }) => field)).toEqual(['b']);
  });
  test('are searched for in slices, between other requests', async () => {
    let isServed = false;
    setImmediate(() => (isServed = true));
    await withImages('](a)', [file('a'), file('b')], kept());
    expect(isServed).toBe(true);
  });
  test.each([
    [20, []],
    [21, ['1 more files were skipped.']],
  ])('are listed by name if omitted, up to twenty: %i', async (count, more) => {
    const files = Array.from({ length: count }, (_, at) => file(`${at}`));
    const { findings } = await withImages('', files, kept());
    expect(findings.slice(0, 20).map(({ field }) => field)).toEqual(files.slice(0, 20).map(({ path }) => path));
    expect(findings.slice(20).map(({ message }) => message)).toEqual(more);
  });
});

describe('images of a guide that a skill includes', () => {
  const PREFIX = 'https://cairn.test/assets/';
  const key = (at: number): string => `${at.toString(16).padStart(64, '0')}.png`;
  /** Tests which images of these sizes become files of the skill. Undefined stands for a missing image. */
  async function taken(sizes: readonly (number | undefined)[]) {
    const streams: Readable[] = [];
    const find = async (sought: string): Promise<Blob | undefined> => {
      const size = sizes[Number.parseInt(sought, 16)];
      if (size === undefined) return undefined;
      const stream = Readable.from([Buffer.from('bytes')]);
      streams.push(stream);
      return { stream, size };
    };
    const guide = sizes.map((_, at) => `![](${PREFIX}${key(at)})`).join('\n');
    const db = { rows: async () => sizes.map((_, at) => ({ key: key(at) })) } as unknown as Db;
    const source = { db, blobs: { find } as unknown as Blobs, catalogId: newId(), prefix: PREFIX };
    const images = await skillImages(source, `${guide}\n${guide}`);
    expect(streams.filter(({ destroyed }) => !destroyed)).toEqual([]);
    return images.map(({ url, file }) => {
      expect(file).toMatchObject({ path: url.replace(PREFIX, 'assets/'), media_type: 'image/png' });
      expect(file.bytes.toString()).toBe('bytes');
      return Number.parseInt(url.slice(PREFIX.length), 16);
    });
  }
  test.each<[string, (number | undefined)[], number[]]>([
    ['of 5 MB each, not a byte more', [5 * MB + 1, 5 * MB, 1], [1, 2]],
    ['of 8 MB together, not a byte more', [5 * MB, 3 * MB + 1, 3 * MB, 1], [0, 2]],
    ['up to twenty', Array.from({ length: 22 }, () => 1), Array.from({ length: 20 }, (_, at) => at)],
    ['that still exist', [undefined, 1], [1]],
  ])('%s', async (_name, sizes, expected) => {
    expect(await taken(sizes)).toEqual(expected);
  });
});
