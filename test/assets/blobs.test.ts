import { createHash } from 'node:crypto';
import fs, { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Blobs } from '../../src/assets/blob.ts';
import { blobKey } from '../../src/assets/blob-key.ts';
import { openBlobs } from '../../src/assets/blobs.ts';
import { inPlaceOf } from '../support/in-place-of.ts';
import { type S3Stub, startS3Stub } from '../support/s3-stub.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const keyOf = (text: string): string =>
  blobKey(Buffer.alloc(32), createHash('sha256').update(text).digest('hex'), 'png');
const unsafeKeys = [
  '../../etc/passwd',
  '',
  'a.png',
  `${'a'.repeat(64)}.svg`,
  `${'A'.repeat(64)}.png`,
  `../${'a'.repeat(64)}.png`,
];

async function keysIn(blobs: Blobs): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of blobs.list()) keys.push(key);
  return keys.sort();
}

let folder: string;
let stub: S3Stub;
beforeAll(async () => {
  stub = await startS3Stub();
});
afterAll(async () => {
  await stub.close();
});
beforeEach(async () => {
  folder = temporaryFolder('blobs');
  stub.objects.clear();
  stub.refusals.length = 0;
  vi.stubEnv('AWS_ENDPOINT_URL', stub.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'stub-id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', stub.secret);
});
afterEach(async () => {
  vi.unstubAllEnvs();
});

const places = [
  ['a folder', () => openBlobs(join(folder, 'not', 'yet', 'there'))],
  ['a bucket', () => openBlobs('s3://images/of/acme')],
] as const;

describe.each(places)('blobs in %s', (_place, open) => {
  it('are read back unchanged, with their size', async () => {
    const blobs = await open();
    await blobs.put(keyOf('one'), Buffer.from('one'), 'image/png');
    const found = await blobs.find(keyOf('one'));
    expect(found?.size).toBe(3);
    expect(found && (await buffer(found.stream)).toString()).toBe('one');
    expect(await blobs.has(keyOf('one'))).toBe(true);
  });

  it('are not found before they are stored or after they are deleted', async () => {
    const blobs = await open();
    expect(await blobs.find(keyOf('one'))).toBeUndefined();
    await blobs.put(keyOf('one'), Buffer.from('one'), 'image/png');
    await blobs.delete(keyOf('one'));
    await blobs.delete(keyOf('one'));
    expect(await blobs.find(keyOf('one'))).toBeUndefined();
    expect(await blobs.has(keyOf('one'))).toBe(false);
  });

  it('are listed without duplicates, with the time of their last write', async () => {
    const blobs = await open();
    const texts = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(texts.map((text) => blobs.put(keyOf(text), Buffer.from(text), 'image/png')));
    await blobs.put(keyOf('a'), Buffer.from('a'), 'image/png');
    expect(await keysIn(blobs)).toEqual(texts.map(keyOf).sort());
    for await (const { modifiedAt } of blobs.list()) expect(Number.isFinite(modifiedAt)).toBe(true);
  });

  it.each(unsafeKeys)('refuse the key %j in every method', async (key) => {
    const blobs = await open();
    await expect(blobs.put(key, Buffer.from('x'), 'image/png')).rejects.toThrow(TypeError);
    await expect(blobs.find(key)).rejects.toThrow(TypeError);
    await expect(blobs.has(key)).rejects.toThrow(TypeError);
    await expect(blobs.delete(key)).rejects.toThrow(TypeError);
  });

  it('pass a check of the storage', async () => {
    await expect((await open()).check()).resolves.toBeUndefined();
  });
});

describe('blobs in a folder', () => {
  it('are stored two folders deep, named after the start of their key', async () => {
    const key = keyOf('one');
    await (await openBlobs(folder)).put(key, Buffer.from('one'), 'image/png');
    expect((await stat(join(folder, key.slice(0, 2), key.slice(2, 4), key))).size).toBe(3);
    expect(await readdir(folder)).toEqual([key.slice(0, 2)]);
    const { mode } = await stat(join(folder, key.slice(0, 2), key.slice(2, 4), key));
    expect(mode & 0o007).toBe(0);
  });

  it('are flushed to disk together with their folder entries before a write completes', async () => {
    const blobs = await openBlobs(folder);
    const key = keyOf('one');
    const synced: string[] = [];
    const { open } = fs;
    const noted = async (...args: Parameters<typeof open>) => {
      const file = await open(...args);
      const { sync } = file;
      file.sync = async () => {
        await sync.call(file);
        synced.push(relative(folder, String(args[0])).replace(/^[0-9a-f-]{36}(?=\.)/, ''));
      };
      return file;
    };
    onTestFinished(inPlaceOf(fs, 'open', noted as typeof open));
    await blobs.put(key, Buffer.from('one'), 'image/png');
    const [first, second] = [key.slice(0, 2), join(key.slice(0, 2), key.slice(2, 4))];
    expect(synced).toEqual(['.unfinished', second, first, '']);
  });

  it('clean up after a failed write, and report the reason', async () => {
    const blobs = await openBlobs(folder);
    await writeFile(join(folder, keyOf('one').slice(0, 2)), 'a file where a folder belongs');
    await expect(blobs.put(keyOf('one'), Buffer.from('one'), 'image/png')).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(await readdir(folder)).toEqual([keyOf('one').slice(0, 2)]);
  });

  it('clean up on a full disk, and return not-ready', async () => {
    const blobs = await openBlobs(folder);
    const { open } = fs;
    const full = async (...args: Parameters<typeof open>) => {
      const file = await open(...args);
      file.sync = () => Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }));
      return file;
    };
    const putBack = inPlaceOf(fs, 'open', full as typeof open);
    const put = () => blobs.put(keyOf('one'), Buffer.from('one'), 'image/png');
    await expect(put()).rejects.toMatchObject({ slug: 'not-ready', cause: { code: 'ENOSPC' } });
    putBack();
    expect(await readdir(folder)).toEqual([]);
    await put();
    expect(await blobs.has(keyOf('one'))).toBe(true);
  });

  it('are reported as unreadable, not as missing', async () => {
    const blobs = await openBlobs(folder);
    await writeFile(join(folder, keyOf('one').slice(0, 2)), 'a file where a folder belongs');
    await expect(blobs.find(keyOf('one'))).rejects.toThrow('ENOTDIR');
    await expect(blobs.has(keyOf('one'))).rejects.toThrow('ENOTDIR');
  });

  it('survive concurrent writes of the same blob', async () => {
    const blobs = await openBlobs(folder);
    await Promise.all(Array.from({ length: 20 }, () => blobs.put(keyOf('one'), Buffer.from('one'), 'image/png')));
    expect(await keysIn(blobs)).toEqual([keyOf('one')]);
  });

  it('ignore foreign files and recent interrupted writes, and remove old ones', async () => {
    const blobs = await openBlobs(folder);
    await blobs.put(keyOf('one'), Buffer.from('one'), 'image/png');
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await writeFile(join(folder, 'old.unfinished'), 'half');
    await writeFile(join(folder, 'new.unfinished'), 'half');
    await utimes(join(folder, 'old.unfinished'), 59, 59);
    await utimes(join(folder, 'new.unfinished'), 60, 60);
    await blobs.removeUnfinished(60_000);
    expect(await keysIn(blobs)).toEqual([keyOf('one')]);
    expect((await readdir(folder)).sort()).toEqual([keyOf('one').slice(0, 2), 'new.unfinished', 'notes.txt'].sort());
  });

  it('name the folder if it cannot be used', async () => {
    const blobs = await openBlobs(join(folder, 'gone'));
    await rm(join(folder, 'gone'), { recursive: true });
    await expect(blobs.check()).rejects.toThrow(/CAIRN_ASSETS.*gone/);
  });
});

describe('blobs in a bucket', () => {
  it('are stored path-style under the prefix, with their content type and signed requests', async () => {
    const blobs = await openBlobs('s3://images/of/acme/');
    await blobs.put(keyOf('one'), Buffer.from('one'), 'image/png');
    expect([...stub.objects]).toMatchObject([[`images/of/acme/${keyOf('one')}`, { contentType: 'image/png' }]]);
    expect(stub.refusals).toEqual([]);
  });

  it('leave objects outside the prefix alone', async () => {
    const modifiedAt = new Date();
    stub.objects.set(`images/${keyOf('other')}`, { bytes: Buffer.from('x'), contentType: 'image/png', modifiedAt });
    stub.objects.set(`images/of/acme/old/${keyOf('other')}`, {
      ...{ bytes: Buffer.from('x'), contentType: 'image/png', modifiedAt },
    });
    stub.objects.set('images/of/acme/notes.txt', { bytes: Buffer.from('x'), contentType: 'text/plain', modifiedAt });
    expect(await keysIn(await openBlobs('s3://images/of/acme'))).toEqual([]);
    expect(await keysIn(await openBlobs('s3://images'))).toEqual([keyOf('other')]);
  });

  it('are refused by the bucket if the secret is wrong, and the check reports it', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
    const blobs = await openBlobs('s3://images');
    await expect(blobs.put(keyOf('one'), Buffer.from('one'), 'image/png')).rejects.toThrow('SignatureDoesNotMatch');
    await expect(blobs.check()).rejects.toThrow(/CAIRN_ASSETS.*images/);
    // They are not treated as missing.
    await expect(blobs.find(keyOf('one'))).rejects.toThrow('SignatureDoesNotMatch');
    await expect(blobs.has(keyOf('one'))).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    await expect(blobs.delete(keyOf('one'))).rejects.toThrow('SignatureDoesNotMatch');
    await expect(keysIn(blobs)).rejects.toThrow('SignatureDoesNotMatch');
    expect(stub.objects.size).toBe(0);
  });

  it('return not-ready for reads and writes while the bucket is unreachable', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1');
    const blobs = await openBlobs('s3://images');
    const isAway = { slug: 'not-ready', cause: { code: 'ECONNREFUSED' } };
    await expect(blobs.put(keyOf('one'), Buffer.from('one'), 'image/png')).rejects.toMatchObject(isAway);
    await expect(blobs.find(keyOf('one'))).rejects.toMatchObject(isAway);
  });

  it.each(['s3://', 's3:///x', 's3://Capital', 's3://a b', 's3://bucket/ä'])(
    'cannot be opened with %j',
    async (setting) => {
      await expect(openBlobs(setting)).rejects.toThrow('s3://bucket/prefix');
    },
  );
});
