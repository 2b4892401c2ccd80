import { buffer } from 'node:stream/consumers';
import { Value } from '@sinclair/typebox/value';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Blobs } from '../../src/assets/blob.ts';
import { ContentAssetResource } from '../../src/assets/content-asset.ts';
import { findAsset, openAsset } from '../../src/assets/find-asset.ts';
import { IMAGE_LIMITS } from '../../src/assets/image-limits.ts';
import { type ImageUpload, uploadImage } from '../../src/assets/upload-image.ts';
import { newId } from '../../src/base/id.ts';
import { isRefusal, type Refusal } from '../../src/base/refusal.ts';
import { type AssetWorld, openAssetWorld } from './asset-world.ts';
import { ramp, rampFile } from './sample-images.ts';

let world: AssetWorld;
let catalog_id: string;
beforeAll(async () => {
  world = await openAssetWorld();
});
afterAll(async () => {
  await world.close();
});

const upload = async (given: Partial<ImageUpload> = {}, blobs: Blobs = world.blobs) =>
  uploadImage({ ...world.place, blobs }, { catalog_id, uploaded_by: null, bytes: await rampFile('png'), ...given });

async function refusalOf(given: Partial<ImageUpload>): Promise<Refusal> {
  const thrown: unknown = await upload(given).catch((error: unknown) => error);
  if (!isRefusal(thrown)) throw new Error('The upload was not refused.', { cause: thrown });
  return thrown;
}

async function served(key: string) {
  const found = await findAsset(world.database, key);
  return found && openAsset(world.blobs, found);
}

beforeAll(async () => {
  catalog_id = await world.addCatalog();
});

describe('an upload', () => {
  it('returns a ContentAssetResource with an address that serves the image', async () => {
    const asset = await upload({ alt: 'The [settings] page' });
    expect(Value.Check(ContentAssetResource, asset)).toBe(true);
    expect(asset.url).toBe(`https://trails.example.com/assets/${asset.key}`);
    expect(asset.markdown).toBe(`![The &#91;settings&#93; page](${asset.url})`);
    const found = await served(asset.key);
    expect(found).toMatchObject({ content_type: 'image/png', size: asset.size_bytes });
    expect(found && (await sharp(await buffer(found.stream)).metadata()).width).toBe(40);
  });

  it('gives the same image one key per catalog', async () => {
    const [one, two] = [await world.addCatalog(), await world.addCatalog()];
    const keysIn = async (catalog_id: string) =>
      (await Promise.all([upload({ catalog_id }), upload({ catalog_id })])).map(({ key }) => key);
    const [[first, again], [second]] = [await keysIn(one), await keysIn(two)];
    expect(again).toBe(first);
    expect(second).not.toBe(first);
  });

  it('has an address that cannot be derived from its bytes', async () => {
    const { key } = await upload();
    const { sha256 } = await world.place.decode(await rampFile('png'));
    expect(key).not.toContain(sha256);
    expect(await served(`${sha256}.png`)).toBeUndefined();
  });

  it('has an empty alt text by default', async () => {
    const { markdown, url } = await upload();
    expect(markdown).toBe(`![](${url})`);
  });

  it('accepts an alt text of 300 code points and refuses one of 301 (422 validation)', async () => {
    expect((await upload({ alt: '👩'.repeat(300) })).markdown).toContain('👩'.repeat(300));
    const { slug, extras } = await refusalOf({ alt: '👩'.repeat(301) });
    expect(slug).toBe('validation');
    expect(extras.issues).toMatchObject([{ severity: 'error', field: 'alt' }]);
  });

  it('reports all errors of its fields at once', async () => {
    const { extras } = await refusalOf({ alt: 'a'.repeat(301), trail_id: "1'; drop table trails" });
    expect(extras.issues).toMatchObject([{ field: 'alt' }, { field: 'trail_id' }]);
  });

  it('is refused for an unknown trail or one of another workspace (404 not-found) before its bytes are checked', async () => {
    const foreign = await world.addTrail(await world.addCatalog());
    for (const trail_id of [newId(), foreign]) {
      for (const alt of ['', 'a', 'a'.repeat(301)])
        expect((await refusalOf({ trail_id, alt, bytes: Buffer.from('<svg/>') })).slug).toBe('not-found');
    }
  });

  it('is rejected for invalid bytes before its fields are checked (Decision 5)', async () => {
    const alt = 'a'.repeat(301);
    expect((await refusalOf({ alt, bytes: Buffer.from('<svg/>') })).slug).toBe('unsupported-media-type');
    expect((await refusalOf({ alt, bytes: Buffer.alloc(IMAGE_LIMITS.bytes + 1) })).slug).toBe('payload-too-large');
  });

  it('leaves no row if its bytes cannot be stored', async () => {
    const broken: Blobs = { ...world.blobs, put: () => Promise.reject(new Error('disk full')) };
    const bytes = await ramp(11, 11).png().toBuffer();
    await expect(upload({ bytes }, broken)).rejects.toThrow('disk full');
    const { sha256 } = await world.place.decode(bytes);
    expect(await served(`${sha256}.png`)).toBeUndefined();
  });

  it('stores the bytes again if a sweep removed them before the row existed', async () => {
    const bytes = await ramp(12, 12).png().toBuffer();
    let puts = 0;
    const swept: Blobs = {
      ...world.blobs,
      put: async (key, data, type) => {
        await world.blobs.put(key, data, type);
        puts += 1;
        if (puts === 1) await world.blobs.delete(key);
      },
    };
    const { key } = await upload({ bytes }, swept);
    const found = await served(key);
    found?.stream.destroy();
    expect(found).toBeDefined();
  });

  it('is refused if its trail is deleted while the image is being read', async () => {
    const trail_id = await world.addTrail(catalog_id);
    const bytes = await ramp(13, 13).png().toBuffer();
    const late: Blobs = {
      ...world.blobs,
      put: async (key, data, type) => {
        await world.blobs.put(key, data, type);
        await world.deleteTrail(catalog_id, trail_id);
      },
    };
    const thrown: unknown = await upload({ bytes, trail_id }, late).catch((error: unknown) => error);
    expect(isRefusal(thrown, 'not-found')).toBe(true);
    const { sha256 } = await world.place.decode(bytes);
    expect(await served(`${sha256}.png`)).toBeUndefined();
  });
});

describe('the address of an image', () => {
  it.each(['', '..%2f', '../../etc/passwd', `${'0'.repeat(64)}.svg`, `${'0'.repeat(64)}.png`])(
    'returns 404 for %j',
    async (key) => {
      expect(await served(key)).toBeUndefined();
    },
  );

  it('returns 404 if the bytes are missing', async () => {
    const { key } = await upload({ bytes: await ramp(14, 14).gif().toBuffer() });
    await world.blobs.delete(key);
    expect(await served(key)).toBeUndefined();
  });
});
