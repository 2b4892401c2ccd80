// Uploaded archives: a hostile or damaged archive is refused as a whole, with a message that names the problem.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import { fromBuffer } from 'yauzl';
import { isRefusal } from '../../src/base/refusal.ts';
import { archiveOf, zipOf } from '../../src/skills/archive.ts';
import { withImages } from '../../src/skills/import-images.ts';
import { readArchive } from '../../src/skills/read-archive.ts';
import { runs } from '../support/runs.ts';
import { forged, TEXT } from './forged-archive.ts';

async function refusalOf(bytes: Buffer): Promise<string> {
  try {
    await readArchive(bytes);
  } catch (thrown) {
    if (isRefusal(thrown, 'validation')) return thrown.message;
    throw thrown;
  }
  return 'taken';
}

test('accepts a valid hand-made archive', async () => {
  expect(await readArchive(forged([{ name: 'a/SKILL.md' }]))).toEqual([{ path: 'a/SKILL.md', bytes: TEXT }]);
});

test('identifies a file by its normalized path', async () => {
  const entries = ['./a/SKILL.md', 'b//SKILL.md', './SKILL.md', '.c/SKILL.md'].map((name) => ({ name }));
  const files = await readArchive(forged([{ name: './' }, { name: 'a/' }, ...entries]));
  expect(files.map(({ path }) => path)).toEqual(['a/SKILL.md', 'b/SKILL.md', 'SKILL.md', '.c/SKILL.md']);
});

describe('refuses as a whole', () => {
  test.each<[string, Buffer, RegExp]>([
    ['a path that leads out of the archive', forged([{ name: '../SKILL.md' }]), /leads out/],
    ['a path that leads out of a folder', forged([{ name: 'a/../../SKILL.md' }]), /leads out/],
    ['an absolute path', forged([{ name: '/etc/SKILL.md' }]), /leads out/],
    ['the archive itself as a file', forged([{ name: '.' }]), /leads out/],
    ['a drive', forged([{ name: 'C:/SKILL.md' }]), /leads out/],
    ['backslashes', forged([{ name: 'a\\..\\SKILL.md' }]), /leads out/],
    ['a NUL in a name', forged([{ name: 'a\0/SKILL.md' }]), /leads out/],
    ['a symbolic link', forged([{ name: 'SKILL.md', mode: 0o120777 }]), /a link/],
    ['a device', forged([{ name: 'SKILL.md', mode: 0o020666 }]), /a device/],
    ['the same name twice', forged([{ name: 'a/SKILL.md' }, { name: 'A/skill.MD' }]), /twice/],
    ['a name in both forms of Unicode', forged([{ name: 'a/\u00e9.md' }, { name: 'a/e\u0301.md' }]), /twice/],
    ...['./a/SKILL.md', 'a//SKILL.md', 'a/./SKILL.md', './/a/.//SKILL.md'].map((name): [string, Buffer, RegExp] => [
      `one place by two names, ${name}`,
      forged([{ name: 'a/SKILL.md' }, { name }]),
      /twice/,
    ]),
    ['a name that is not UTF-8', forged([{ name: Buffer.from([0x61, 0xff, 0xfe]) }]), /not UTF-8/],
    ['an encrypted file', forged([{ name: 'SKILL.md', flags: 0x801, size: TEXT.length - 12 }]), /without a password/],
    [
      'ten thousand entries',
      forged(Array.from({ length: 10_000 }, (_, at) => ({ name: `${at}/SKILL.md` }))),
      /10,000 en/,
    ],
    ...[0, 1, 2].map((count): [string, Buffer, RegExp] => [
      `three entries of which it announces ${count}`,
      forged(
        ['a', 'b', 'c'].map((name) => ({ name: `${name}/SKILL.md` })),
        count,
      ),
      /more files than it announces/,
    ]),
    [
      'a zip bomb that declares its size',
      Buffer.from(zipSync({ 'a/x': [new Uint8Array(70_000_000), {}] })),
      /larger than 64/,
    ],
    ['a zip bomb that lies about its size', forged([{ name: 'SKILL.md', size: 3 }]), /not a complete zip|damaged/],
    ['damaged bytes', forged([{ name: 'SKILL.md', crc: 1 }]), /damaged/],
    ['a file that is not a zip', Buffer.from('PK but not really'), /not a complete zip/],
    ['nothing', Buffer.alloc(0), /not a complete zip/],
  ])('%s', async (_name, bytes, sentence) => {
    expect(await refusalOf(bytes)).toMatch(sentence);
  });

  test('a truncated or modified archive, or accepts all of it', async () => {
    const { bytes: whole } = await archiveOf([{ path: 'a/SKILL.md', bytes: TEXT }]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (at, value, isCut) => {
        const bytes = isCut ? whole.subarray(0, at) : Buffer.from(whole);
        if (!isCut) bytes[at] = value;
        await refusalOf(bytes); // Rethrows all errors except the expected one.
      }),
      { numRuns: runs(60) },
    );
  });
});

test('reads back its own archives, with the same bytes in any time zone', async () => {
  const files = [
    { path: 'a/SKILL.md', bytes: TEXT },
    { path: 'a/assets/x.png', bytes: Buffer.from([1, 2, 3]) },
  ];
  const { bytes, sha256 } = await zipOf(files);
  expect(await readArchive(bytes)).toEqual(files);
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect((await zipOf(files)).sha256).toBe(sha256);
  vi.unstubAllEnvs();
});

test('zips many files in slices with the same result as all at once', async () => {
  let turns = 0;
  /** The number of event loop turns while a file was read. */
  const turnsOfWork = new Set<number>();
  const files = Array.from({ length: 60 }, (_, at) => {
    const text = Buffer.from(Array.from({ length: 8_000 }, (_, word) => (word * 7_919 + at) % 1_009).join(' '));
    return {
      path: `skill-${at}/${at % 3 === 0 ? 'x.png' : 'SKILL.md'}`,
      get bytes() {
        turnsOfWork.add(turns);
        return text;
      },
    };
  });
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  // The clock advances with each read, so that the slices are the same on any machine.
  let milliseconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (milliseconds += 2));
  const [{ bytes }, other] = await Promise.all([archiveOf(files), archiveOf([...files])]);
  isOver = true;
  vi.restoreAllMocks();
  expect(other.bytes).toBe(bytes);
  expect(turnsOfWork.size).toBeGreaterThan(5);
  const mtime = new Date(1980, 0, 1);
  const options = (path: string) => ({ level: path.endsWith('.png') ? 0 : 6, mtime, os: 3 }) as const;
  const whole = zipSync(Object.fromEntries(files.map((file) => [file.path, [file.bytes, options(file.path)]])));
  expect(bytes.equals(whole)).toBe(true);
});

test('zips identical files once, and distinguishes similar ones', async () => {
  const files = (...all: [path: string, text: string][]) =>
    all.map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const alike = [
    files(['a', 'bc'], ['d', 'e']),
    files(['d', 'e'], ['a', 'bc']),
    files(['ab', 'c'], ['d', 'e']),
    files(['a', 'bc"d" 1\ne']),
    files(['a', 'bcd'], ['d', 'e']),
    files(['a', 'bc'], ['d', 'f']),
    files(['a" 2\nbc"d', 'e']),
  ];
  for (const each of alike) {
    const { bytes, sha256 } = await archiveOf(each);
    expect(unzipSync(bytes)).toEqual(Object.fromEntries(each.map((file) => [file.path, new Uint8Array(file.bytes)])));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
  const archives = await Promise.all(alike.map((each) => archiveOf(each)));
  expect(new Set(archives.map(({ sha256 }) => sha256)).size).toBe(alike.length);
  for (const [index, each] of alike.entries()) {
    const copies = structuredClone(each).map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes) }));
    expect(await archiveOf(copies)).toBe(archives[index]);
  }
});

test('writes more files than a two-byte counter can hold, at their offsets', async () => {
  const files = Array.from({ length: 65_536 }, (_, at) => ({ path: `${at}.png`, bytes: Buffer.from(`picture ${at}`) }));
  for (const count of [65_535, 65_536]) {
    const { bytes } = await zipOf(files.slice(0, count));
    expect(await entriesOf(bytes)).toEqual(files.slice(0, count).map(({ path }) => path));
    const read = unzipSync(bytes, { filter: ({ name }) => name === `${count - 1}.png` });
    expect(Buffer.from(read[`${count - 1}.png`] ?? []).toString()).toBe(`picture ${count - 1}`);
    expect(endsOf(bytes)).toEqual(endsWanted(bytes, count));
  }
});

/**
 * The records at the end of a Zip64 archive, field by field (APPNOTE.TXT 4.3.14 to 4.3.16). Many readers skip some of
 * them.
 */
function endsOf(bytes: Buffer): Readonly<Record<string, readonly (number | bigint)[]>> {
  const [record, locator, end] = [bytes.subarray(-98, -42), bytes.subarray(-42, -22), bytes.subarray(-22)];
  return {
    record: [record.readUInt32LE(0), record.readBigUInt64LE(4), record.readUInt16LE(12), record.readUInt16LE(14)],
    disks: [record.readUInt32LE(16), record.readUInt32LE(20), locator.readUInt32LE(4), locator.readUInt32LE(16)],
    counts: [record.readBigUInt64LE(24), record.readBigUInt64LE(32), end.readUInt16LE(8), end.readUInt16LE(10)],
    directory: [record.readBigUInt64LE(40), record.readBigUInt64LE(48), end.readUInt32LE(12), end.readUInt32LE(16)],
    locator: [locator.readUInt32LE(0), locator.readBigUInt64LE(8), end.readUInt32LE(0), end.readUInt16LE(20)],
  };
}

function endsWanted(bytes: Buffer, count: number): ReturnType<typeof endsOf> {
  const begin = bytes.indexOf('PK\x01\x02', 0, 'latin1');
  const size = bytes.length - 98 - begin;
  return {
    record: [0x0606_4b50, 44n, 45, 45],
    disks: [0, 0, 0, 1],
    counts: [BigInt(count), BigInt(count), 0xffff, 0xffff],
    directory: [BigInt(size), BigInt(begin), size, begin],
    locator: [0x0706_4b50, BigInt(begin + size), 0x0605_4b50, 0],
  };
}

/** The names in an archive, read by an independent reader. */
const entriesOf = (bytes: Buffer): Promise<string[]> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: false }, (failure, zip) => {
      if (failure !== null) return reject(failure);
      const names: string[] = [];
      zip.on('entry', ({ fileName }) => void names.push(fileName));
      zip.on('error', reject);
      zip.on('end', () => resolve(names));
    });
  });

test('explains that content is too large for a zip', async () => {
  const files = ['a.png', 'b.png'].map((path) => ({ path, bytes: Buffer.alloc(1_000) }));
  const { bytes } = await zipOf(files);
  expect((await zipOf(files, bytes.length - 22)).bytes).toEqual(bytes);
  await expect(zipOf(files, bytes.length - 23)).rejects.toSatisfy((thrown) => isRefusal(thrown, 'unprocessable'));
});

test('ignores files that macOS adds', async () => {
  const { bytes } = await archiveOf([
    { path: '__MACOSX/a/._SKILL.md', bytes: TEXT },
    { path: 'a/.DS_Store', bytes: TEXT },
  ]);
  expect(await readArchive(bytes)).toEqual([]);
});

test('does not search for images in a text that is too long for a guide', async () => {
  const picture = { path: 'a.png', bytes: Buffer.alloc(1) };
  const keep = vi.fn(async () => ({ url: 'https://cairn.test/assets/a' }));
  const shown = '![](a.png) ';
  expect(await withImages(shown, [picture], keep)).toMatchObject({ guide: '![](https://cairn.test/assets/a) ' });
  await withImages(shown + ']('.repeat(40_000), [picture], keep);
  expect(keep).toHaveBeenCalledTimes(1);
});
