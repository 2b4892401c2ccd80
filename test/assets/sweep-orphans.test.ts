import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Blobs } from '../../src/assets/blob.ts';
import { blobKey } from '../../src/assets/blob-key.ts';
import { deleteTrailWithImages } from '../../src/assets/delete-trail.ts';
import { findAsset } from '../../src/assets/find-asset.ts';
import { forgetUnusedImages } from '../../src/assets/forget-images.ts';
import { sweepOrphans } from '../../src/assets/sweep-orphans.ts';
import { uploadImage } from '../../src/assets/upload-image.ts';
import { sql } from '../../src/storage/sql.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type AssetWorld, openAssetWorld } from './asset-world.ts';
import { ramp } from './sample-images.ts';

const inTwoHours = () => Date.now() + 2 * 3_600_000;
const inHalfAnHour = () => Date.now() + 1_800_000;
const lonelyKey = blobKey(Buffer.alloc(32), createHash('sha256').update('lonely').digest('hex'), 'png');

let world: AssetWorld;
let catalog_id: string;
let width = 10;
beforeAll(async () => {
  world = await openAssetWorld();
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  catalog_id = await world.addCatalog();
});

/** Uploads an image that no other test uses. */
async function upload(trail_id?: string): Promise<string> {
  width += 1;
  const bytes = await ramp(width, 10).png().toBuffer();
  return (await uploadImage(world.place, { catalog_id, uploaded_by: null, bytes, trail_id })).key;
}

async function isServed(key: string): Promise<boolean> {
  return (await findAsset(world.database, key)) !== undefined && (await world.blobs.has(key));
}

const deleteTrail = async (trail_id: string): Promise<void> => {
  await world.deleteTrail(catalog_id, trail_id);
  await world.database.inTransaction((tx) => forgetUnusedImages(tx, catalog_id));
};

describe('deleting a trail (Decision 25)', () => {
  it('removes the image that was uploaded for the trail', async () => {
    const trail_id = await world.addTrail(catalog_id);
    const key = await upload(trail_id);
    await deleteTrail(trail_id);
    expect(await isServed(key)).toBe(false);
  });

  it('keeps an image that was uploaded without a trail', async () => {
    const trail_id = await world.addTrail(catalog_id);
    const key = await upload();
    await deleteTrail(trail_id);
    expect(await isServed(key)).toBe(true);
  });

  it('keeps an image that was also uploaded for another trail, until that trail is deleted too', async () => {
    const [one, two] = [await world.addTrail(catalog_id), await world.addTrail(catalog_id)];
    const bytes = await ramp(99, 9).png().toBuffer();
    const give = (trail_id: string) => uploadImage(world.place, { catalog_id, uploaded_by: null, bytes, trail_id });
    const { key } = await give(one);
    await give(two);
    await deleteTrail(one);
    expect(await isServed(key)).toBe(true);
    await deleteTrail(two);
    expect(await isServed(key)).toBe(false);
  });

  it.each(['first', 'second'])(
    'keeps an image that was uploaded without a trail %s, whatever happens to the other trail',
    async (at) => {
      const trail_id = await world.addTrail(catalog_id);
      width += 1;
      const bytes = await ramp(width, 10).png().toBuffer();
      const give = (trail?: string) =>
        uploadImage(world.place, { catalog_id, uploaded_by: null, bytes, trail_id: trail });
      const { key } = await give(at === 'first' ? undefined : trail_id);
      await give(at === 'first' ? trail_id : undefined);
      await deleteTrail(trail_id);
      expect(await isServed(key)).toBe(true);
    },
  );

  it('removes the images in the same step', async () => {
    const trail_id = await world.addTrail(catalog_id);
    const [own, shown] = [await upload(trail_id), await upload(trail_id)];
    await world.addTrail(catalog_id, `![a](https://trails.example.com/assets/${shown})`);
    await world.database.inTransaction((tx) => deleteTrailWithImages(tx, catalog_id, trail_id, BY_TEST, true));
    expect([await isServed(own), await isServed(shown)]).toEqual([false, true]);
  });

  it('keeps an image that another trail shows, until that trail is deleted too', async () => {
    const owner = await world.addTrail(catalog_id);
    const key = await upload(owner);
    const reader = await world.addTrail(catalog_id, `![a](https://trails.example.com/assets/${key})`);
    await deleteTrail(owner);
    expect(await isServed(key)).toBe(true);
    await deleteTrail(reader);
    expect(await isServed(key)).toBe(false);
  });

  it('keeps an image that a published version of another trail shows', async () => {
    const [owner, reader] = [await world.addTrail(catalog_id), await world.addTrail(catalog_id)];
    const key = await upload(owner);
    await world.database.rows(sql`
      insert into trail_versions (catalog_id, trail_id, version, revision, document)
      values (${catalog_id}, ${reader}, 1, 1, ${JSON.stringify({ setup_guide: key })})`);
    await deleteTrail(owner);
    expect(await isServed(key)).toBe(true);
  });

  it('does not touch the same image in another catalog', async () => {
    const other = await world.addCatalog();
    const trail_id = await world.addTrail(catalog_id);
    const bytes = await ramp(98, 9).png().toBuffer();
    await uploadImage(world.place, { catalog_id, uploaded_by: null, bytes, trail_id });
    const { key } = await uploadImage(world.place, { catalog_id: other, uploaded_by: null, bytes });
    await deleteTrail(trail_id);
    await sweepOrphans(world.database, world.blobs, inTwoHours);
    expect(await isServed(key)).toBe(true);
  });
});

describe('the sweep', () => {
  it('removes bytes without a row after an hour, and not before', async () => {
    await world.blobs.put(lonelyKey, Buffer.from('lonely'), 'image/png');
    await sweepOrphans(world.database, world.blobs, inHalfAnHour);
    expect(await world.blobs.has(lonelyKey)).toBe(true);
    expect(await sweepOrphans(world.database, world.blobs, inTwoHours)).toBe(1);
    expect(await world.blobs.has(lonelyKey)).toBe(false);
  });

  it('checks each blob older than an hour exactly once, however many there are', async () => {
    const now = Date.now();
    const ageing = Array.from({ length: 1_001 }, (_, at) => ({
      key: blobKey(Buffer.alloc(32), createHash('sha256').update(`many ${at}`).digest('hex'), 'png'),
      modifiedAt: now - 3_600_000 - (at < 1 ? 0 : 1),
    }));
    const asked: string[] = [];
    const many: Blobs = {
      ...world.blobs,
      list: () => Readable.from(ageing),
      find: async (key) => void asked.push(key),
    };
    expect(await sweepOrphans(world.database, many, () => now)).toBe(0);
    expect(asked).toEqual(ageing.slice(1).map(({ key }) => key));
  });

  it('removes the remaining images if one removal fails, and reports the failure', async () => {
    const keys = ['one', 'two', 'three'].map((text) =>
      blobKey(Buffer.alloc(32), createHash('sha256').update(text).digest('hex'), 'png'),
    );
    for (const key of keys) await world.blobs.put(key, Buffer.from('lonely'), 'image/png');
    let asked = 0;
    const broken: Blobs = {
      ...world.blobs,
      delete: (key) => (asked++ === 0 ? Promise.reject(new Error('no right to')) : world.blobs.delete(key)),
      removeUnfinished: () => Promise.reject(new Error('no right to either')),
    };
    await expect(sweepOrphans(world.database, broken, inTwoHours)).rejects.toThrow('no right to');
    expect((await Promise.all(keys.map(world.blobs.has))).filter(Boolean)).toHaveLength(1);
    expect(await sweepOrphans(world.database, world.blobs, inTwoHours)).toBe(1);
  });

  it('keeps every image that a catalog owns', async () => {
    const keys = [await upload(), await upload(await world.addTrail(catalog_id))];
    await sweepOrphans(world.database, world.blobs, inTwoHours);
    expect(await Promise.all(keys.map(isServed))).toEqual([true, true]);
  });

  it('removes the row and the bytes of an image whose trail was deleted', async () => {
    const trail_id = await world.addTrail(catalog_id);
    const key = await upload(trail_id);
    await world.deleteTrail(catalog_id, trail_id);
    expect(await sweepOrphans(world.database, world.blobs, inTwoHours)).toBe(1);
    expect(await isServed(key)).toBe(false);
    expect(await world.blobs.has(key)).toBe(false);
  });

  it('restores the bytes if their row was added during the removal', async () => {
    await world.blobs.put(lonelyKey, Buffer.from('lonely'), 'image/png');
    const raced: Blobs = {
      ...world.blobs,
      delete: async (key) => {
        await world.blobs.delete(key);
        await world.database.rows(sql`
          insert into content_assets (catalog_id, key, content_type, size_bytes, width, height, standalone)
          values (${catalog_id}, ${key}, 'image/png', 6, 1, 1, true)`);
      },
    };
    expect(await sweepOrphans(world.database, raced, inTwoHours)).toBe(0);
    expect(await isServed(lonelyKey)).toBe(true);
  });
});
