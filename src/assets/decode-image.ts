// Makes uploaded images safe to serve by decoding and encoding them again. Only the pixels survive: no metadata,
// comments, or appended archives and scripts. Stores nothing.

import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { refuse } from '../base/refusal.ts';
import { type Text, t } from '../base/texts/t.ts';
import { isAnimatedPng, isCompleteGif } from './image-frames.ts';
import { findImageKind, IMAGE_KINDS, type ImageKind } from './image-kind.ts';
import { IMAGE_LIMITS, type ImageLimits } from './image-limits.ts';
import { openPixelBudget } from './pixel-budget.ts';

/** A clean image. `width` and `height` are those of one frame, in pixels; `sha256` is the hex digest of `bytes`. */
export interface DecodedImage {
  readonly bytes: Buffer;
  readonly kind: ImageKind;
  readonly content_type: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly sha256: string;
}

/**
 * Decodes an upload; the same bytes always produce the same image. Uploads of one owner (a catalog) take turns. Fails
 * with `unsupported-media-type` if the file is of another kind, damaged or incomplete; with `payload-too-large` above
 * the limits for pixels, frames or time; with `not-ready` if too many uploads are waiting.
 */
export type DecodeImage = (upload: Uint8Array, owner?: string) => Promise<DecodedImage>;

/** The sentence for files that are too large, also used by the door when it stops reading. */
const tooManyBytes = (limits: ImageLimits = IMAGE_LIMITS): Text =>
  t('The file is larger than {megabytes} MB. Scale the image down or save it with stronger compression.', {
    megabytes: limits.bytes / 1024 / 1024,
  });

interface Header {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

const MAX_QUEUE_LENGTH = 64;

/**
 * Creates a decoder. Use one per process, because its memory limits apply to all uploads through it (contract 4.2,
 * contract 8).
 */
export function openImageDecoder(limits: ImageLimits = IMAGE_LIMITS): DecodeImage {
  // Uploads have no operations in common, so libvips's cache would only waste memory.
  sharp.cache(false);
  const withinBudget = openPixelBudget(limits.pixels, MAX_QUEUE_LENGTH);

  return async (upload, owner = '') => {
    if (upload.length > limits.bytes) throw refuse('payload-too-large', tooManyBytes(limits));
    const kind = findImageKind(upload);
    if (kind === undefined) {
      throw refuse(
        'unsupported-media-type',
        'The file is not a PNG, JPEG, WebP or GIF image. Convert it to one of these.',
      );
    }
    refuseLostFrames(upload, kind);
    const header = await readHeader(upload, kind);
    refuseTooLarge(header, kind, limits);
    const pixels = header.width * header.height * header.frames;
    return withinBudget(owner, pixels, () => rewrite(upload, kind, header.frames, limits));
  };
}

async function readHeader(upload: Uint8Array, kind: ImageKind): Promise<Header> {
  const { format, width, height, pages } = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => refuseUnreadable(kind, error));
  if (format !== kind) return refuseUnreadable(kind);
  return { width, height, frames: pages ?? 1 };
}

/** Refuses what the decoder would shorten without a word: an animated PNG, and a GIF that was cut off. */
function refuseLostFrames(upload: Uint8Array, kind: ImageKind): void {
  if (kind === 'png' && isAnimatedPng(upload))
    throw refuse(
      'unsupported-media-type',
      'The PNG is animated, and only its first frame would be left. Save the animation as WebP or GIF.',
    );
  if (kind === 'gif' && !isCompleteGif(upload)) refuseUnreadable(kind);
}

function refuseTooLarge({ width, height, frames }: Header, kind: ImageKind, limits: ImageLimits): void {
  if (frames > limits.frames) {
    throw refuse(
      'payload-too-large',
      t('The {name} has {frames} frames. At most {limit} are allowed. Shorten the animation.', {
        name: IMAGE_KINDS[kind].name,
        frames,
        limit: limits.frames,
      }),
    );
  }
  if (width * height * frames > limits.pixels) {
    throw refuse(
      'payload-too-large',
      t(
        'The image has {frames, plural, =1 {{width} × {height} pixels} other {# frames of {width} × {height} ' +
          'pixels}}. At most {millions} million in total are allowed. Scale it down.',
        { frames, width, height, millions: limits.pixels / 1_000_000 },
      ),
    );
  }
}

async function rewrite(
  upload: Uint8Array,
  kind: ImageKind,
  frames: number,
  limits: ImageLimits,
): Promise<DecodedImage> {
  const image = sharp(upload, {
    limitInputPixels: limits.pixels,
    animated: isAnimatable(kind),
    // Ignore warnings, which concern metadata; fail on errors, which lose pixels.
    failOn: 'error',
    // Animations cannot be rotated, and browsers do not rotate them either.
    autoOrient: frames === 1,
    // Checked only between frames and lines. The pixel limit bounds the time in between.
  }).timeout({ seconds: limits.seconds });
  const { data, info } = await ENCODERS[kind](image)
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => refuseUnreadable(kind, error));
  return {
    bytes: data,
    kind,
    content_type: IMAGE_KINDS[kind].content_type,
    size: data.length,
    width: info.width,
    height: info.pageHeight ?? info.height,
    frames,
    sha256: createHash('sha256').update(data).digest('hex'),
  };
}

// The keys of images depend on these settings, so they are the same for everyone. Without `keepMetadata`, the library
// applies an embedded color profile and writes no metadata. The efforts keep the time within seconds at the pixel
// limit.
const ENCODERS: Readonly<Record<ImageKind, (image: Sharp) => Sharp>> = {
  png: (image) => image.png({ compressionLevel: 6 }),
  jpeg: (image) => image.jpeg({ quality: 90 }),
  webp: (image) => image.webp({ quality: 90, effort: 2 }),
  gif: (image) => image.gif({ effort: 3 }),
};

const isAnimatable = (kind: ImageKind): boolean => kind === 'gif' || kind === 'webp';

function refuseUnreadable(kind: ImageKind, error?: unknown): never {
  const { name } = IMAGE_KINDS[kind];
  if (error instanceof Error && error.message.startsWith('timeout')) {
    throw refuse(
      'payload-too-large',
      t('The {name} takes too long to read. Save it with fewer pixels or frames.', { name }),
    );
  }
  throw refuse(
    'unsupported-media-type',
    t('The file is not a readable {name}: it is damaged or incomplete. Save it again.', { name }),
  );
}
