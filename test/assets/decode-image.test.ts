import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openImageDecoder } from '../../src/assets/decode-image.ts';
import { IMAGE_KINDS, type ImageKind } from '../../src/assets/image-kind.ts';
import { IMAGE_LIMITS } from '../../src/assets/image-limits.ts';
import { isRefusal, type Slug } from '../../src/base/refusal.ts';
import { asAnimatedPng, gifOf, pngHeaderOf, ramp, rampFile, repeatGif, withPngText } from './sample-images.ts';

const decode = openImageDecoder();
const kinds = Object.keys(IMAGE_KINDS) as ImageKind[];

async function refusalOf(upload: Uint8Array, decoder = decode): Promise<{ slug: Slug; message: string }> {
  const thrown: unknown = await decoder(upload).catch((error: unknown) => error);
  if (!isRefusal(thrown)) throw new Error('The image was not refused.', { cause: thrown });
  return { slug: thrown.slug, message: thrown.message };
}

describe('an accepted image', () => {
  it.each(kinds)('is re-encoded as a %s with its size and content address', async (kind) => {
    const image = await decode(await rampFile(kind));
    const read = await sharp(image.bytes).metadata();
    expect(image).toMatchObject({
      kind,
      content_type: IMAGE_KINDS[kind].content_type,
      width: 40,
      height: 30,
      frames: 1,
    });
    expect(read).toMatchObject({ format: kind, width: 40, height: 30 });
    expect(image.size).toBe(image.bytes.length);
    expect(image.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(kinds)('produces the same bytes for the same %s with any decoder', async (kind) => {
    const upload = await rampFile(kind);
    const [one, two] = await Promise.all([decode(upload), openImageDecoder()(upload)]);
    expect(one.sha256).toBe(two.sha256);
  });

  it('keeps every pixel of a PNG', async () => {
    const { bytes } = await decode(await rampFile('png'));
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await ramp().raw().toBuffer());
  });

  it('keeps transparency', async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    expect((await sharp((await decode(clear)).bytes).stats()).isOpaque).toBe(false);
  });

  it.each(['gif', 'webp'] as const)('stays animated as a %s', async (kind) => {
    const animation = await ramp(20, 10, 3)
      .toFormat(kind, { delay: [100, 200, 300], loop: 2 })
      .toBuffer();
    const image = await decode(animation);
    const read = await sharp(image.bytes, { animated: true }).metadata();
    expect(image).toMatchObject({ width: 20, height: 10, frames: 3 });
    expect(read).toMatchObject({ pages: 3, pageHeight: 10, delay: [100, 200, 300], loop: 2 });
  });

  it('is rotated according to its EXIF orientation', async () => {
    const lying = await ramp(40, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const image = await decode(lying);
    expect(image).toMatchObject({ width: 30, height: 40 });
    expect((await sharp(image.bytes).metadata()).orientation).toBeUndefined();
  });

  it('stays unchanged if it is an animation with an orientation', async () => {
    const animation = await ramp(20, 10, 3).webp().withMetadata({ orientation: 6 }).toBuffer();
    expect(await decode(animation)).toMatchObject({ width: 20, height: 10, frames: 3 });
  });

  it('is converted to sRGB', async () => {
    const cmyk = await ramp().toColourspace('cmyk').jpeg().toBuffer();
    expect(await sharp((await decode(cmyk)).bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
  });
});

describe('an animation that would lose frames', () => {
  it('is refused as a PNG, with the formats that keep them', async () => {
    const refused = await refusalOf(asAnimatedPng(withPngText(await rampFile('png'), 'note')));
    expect(refused).toEqual({ slug: 'unsupported-media-type', message: expect.stringContaining('WebP or GIF') });
  });

  it('is refused as a GIF, wherever the file was cut off', async () => {
    const whole = await ramp(60, 40, 4)
      .gif({ delay: [100, 100, 100, 100] })
      .toBuffer();
    expect(await decode(whole)).toMatchObject({ frames: 4 });
    expect(await decode(Buffer.concat([whole, Buffer.from('more')]))).toMatchObject({ frames: 4 });
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
      const { slug } = await refusalOf(whole.subarray(0, Math.floor(whole.length * share)));
      expect(slug).toBe('unsupported-media-type');
    }
    expect((await refusalOf(whole.subarray(0, -1))).slug).toBe('unsupported-media-type');
  });
});

describe('metadata in a file', () => {
  it.each(kinds)('is removed from a %s: EXIF, position, color profile, XMP', async (kind) => {
    const exif = { IFD0: { Copyright: 'A. Secret' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } };
    const upload = await ramp()
      .toFormat(kind)
      .withIccProfile('p3')
      .withExif(exif)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret</x:xmpmeta>')
      .toBuffer();
    const { bytes } = await decode(upload);
    const { exif: kept, icc, xmp, iptc } = await sharp(bytes).metadata();
    expect({ kept, icc, xmp, iptc }).toEqual({});
    expect(bytes.includes('Secret')).toBe(false);
  });

  it('is removed from the text chunks of a PNG', async () => {
    const { bytes } = await decode(withPngText(await rampFile('png'), 'Secret'));
    expect(bytes.includes('Secret')).toBe(false);
  });

  it.each(kinds)('is removed if it follows the end of a %s', async (kind) => {
    const tail = Buffer.from('PK\x03\x04 <script>alert(1)</script>');
    const plain = await rampFile(kind);
    const { bytes, sha256 } = await decode(Buffer.concat([plain, tail]));
    expect(bytes.includes('script')).toBe(false);
    expect(sha256).toBe((await decode(plain)).sha256);
  });

  it('is removed from a GIF that is also a script', async () => {
    const gif = gifOf(1);
    const comment = Buffer.from('\x21\xfe\x0b*/=alert(1)\x00', 'latin1');
    const { bytes } = await decode(Buffer.concat([gif.subarray(0, 19), comment, gif.subarray(19)]));
    expect(bytes.includes('alert')).toBe(false);
  });
});

describe('an invalid image', () => {
  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', '%PDF-1.7', ''])(
    'is refused if it is %j (415 unsupported-media-type)',
    async (text) => {
      const { slug, message } = await refusalOf(Buffer.from(text));
      expect(slug).toBe('unsupported-media-type');
      expect(message).toContain('PNG, JPEG, WebP or GIF');
    },
  );

  it.each(kinds)('is refused if it is half of a %s, and the error names the format', async (kind) => {
    const whole = await rampFile(kind);
    const { slug, message } = await refusalOf(whole.subarray(0, Math.floor(whole.length / 2)));
    expect(slug).toBe('unsupported-media-type');
    expect(message).toContain(`not a readable ${IMAGE_KINDS[kind].name}`);
  });

  it.each(kinds)('is refused if only the signature is that of a %s', async (kind) => {
    const start = (await rampFile(kind)).subarray(0, 12);
    const dressed = Buffer.concat([start, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]);
    expect((await refusalOf(dressed)).slug).toBe('unsupported-media-type');
  });
});

describe('an image that is too large', () => {
  it('is rejected by its header alone: a PNG of 20,000 × 20,000 pixels (413 payload-too-large)', async () => {
    const { slug, message } = await refusalOf(pngHeaderOf(20_000, 20_000));
    expect(slug).toBe('payload-too-large');
    expect(message).toContain('20,000 × 20,000');
    expect(message).toContain('50 million');
  });

  it('is refused as a GIF of 10,000 frames', async () => {
    const { slug, message } = await refusalOf(gifOf(10_000));
    expect(slug).toBe('payload-too-large');
    expect(message).toContain('10,000 frames');
  });

  it('is refused because of its total number of pixels, but not because of its number of frames', async () => {
    const three = await ramp(20, 10, 3).gif().toBuffer();
    const decoder = (pixels: number) => openImageDecoder({ ...IMAGE_LIMITS, pixels });
    expect((await refusalOf(three, decoder(599))).slug).toBe('payload-too-large');
    expect((await decoder(600)(three)).frames).toBe(3);
  });

  it('is accepted with the maximum number of frames', async () => {
    expect((await decode(gifOf(IMAGE_LIMITS.frames))).frames).toBe(IMAGE_LIMITS.frames);
    expect((await refusalOf(gifOf(IMAGE_LIMITS.frames + 1))).slug).toBe('payload-too-large');
  });

  it('is refused if decoding takes too long', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const still = sharp({ create: { width: 400, height: 400, channels: 3, background: '#000', noise } });
    // Decoding it would take about twenty seconds, but only one is allowed.
    const slow = repeatGif(await still.gif({ effort: 1 }).toBuffer(), 300);
    const impatient = openImageDecoder({ ...IMAGE_LIMITS, bytes: slow.length, seconds: 1 });
    const { slug, message } = await refusalOf(slow, impatient);
    expect(slug).toBe('payload-too-large');
    expect(message).toContain('too long');
  });

  it('allocates no memory for the pixels that it claims', async () => {
    const huge = pngHeaderOf(60_000, 60_000);
    await refusalOf(huge);
    const before = process.memoryUsage().rss;
    for (let turn = 0; turn < 50; turn++) await refusalOf(huge);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });
});
