import { describe, expect, it } from 'vitest';
import { findImageKind, IMAGE_KINDS, type ImageKind } from '../../src/assets/image-kind.ts';
import { rampFile } from './sample-images.ts';

describe('the kind of an image', () => {
  it.each(Object.keys(IMAGE_KINDS) as ImageKind[])('is detected from the bytes of a %s', async (kind) => {
    expect(findImageKind(await rampFile(kind))).toBe(kind);
  });

  it.each(['GIF87a', 'GIF89a'])('is a GIF in both versions: %s', (signature) => {
    expect(findImageKind(Buffer.from(signature, 'latin1'))).toBe('gif');
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['SVG after an XML declaration', '<?xml version="1.0"?><svg/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7\n'],
    ['a zip archive', 'PK\x03\x04'],
    ['BMP', 'BM\x00\x00\x00\x00'],
    ['TIFF', 'II*\x00'],
    ['a sound file in the same container format as WebP', 'RIFF\x00\x00\x00\x00WAVE'],
    ['a truncated signature', '\x89PNG\r\n'],
    ['an image after an extra byte', ' GIF89a'],
    ['nothing', ''],
  ])('is undefined for %s', (_name, text) => {
    expect(findImageKind(Buffer.from(text, 'latin1'))).toBeUndefined();
  });
});
