// Images generated for tests: small ones with real pixels, and files that only claim to be images.
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { ImageKind } from '../../src/assets/image-kind.ts';

/** An image with a color gradient that reveals rotation and cropping. `frames` sets the number of frames. */
export function ramp(width = 40, height = 30, frames = 1): Sharp {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    const pixel = at / 3;
    const frame = Math.floor(pixel / (width * height));
    pixels.set([(pixel % width) * 6, (Math.floor(pixel / width) % height) * 8, frame * 80], at);
  }
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
}

/** `ramp` as a file of each kind. */
export const rampFile = (kind: ImageKind): Promise<Buffer> => ramp().toFormat(kind).toBuffer();

/** A PNG with `width` × `height` in its header and almost no pixel data. */
export function pngHeaderOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    start,
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.alloc(64)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A valid GIF with `frames` frames of one pixel each. */
export function gifOf(frames: number): Buffer {
  const screen = Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([Buffer.from('GIF89a'), screen, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

/** An animation that repeats the single frame of a GIF. */
export function repeatGif(gif: Buffer, times: number): Buffer {
  const flags = gif[10] ?? 0;
  const frameStart = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const frame = gif.subarray(frameStart, -1);
  return Buffer.concat([gif.subarray(0, frameStart), ...Array<Buffer>(times).fill(frame), Buffer.from([0x3b])]);
}

/** Inserts a text chunk after the header of a PNG. */
export const withPngText = (png: Buffer, text: string): Buffer =>
  withPngChunk(png, pngChunk('tEXt', Buffer.from(`Comment\0${text}`)));

/** A PNG that says that it has two frames and repeats for ever. */
export const asAnimatedPng = (png: Buffer): Buffer =>
  withPngChunk(png, pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])));

function withPngChunk(png: Buffer, chunk: Buffer): Buffer {
  const afterHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
