// Detects the kind of an image from its first bytes, because file names and declared types cannot be trusted.
// decode-image.ts checks the rest of the bytes.

/** Contract 4.2: PNG, JPEG, WebP, GIF. The spelling matches the decoder's format names. */
export type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif';

/** For each kind: the name used in messages, the media type, and the file extension. */
export const IMAGE_KINDS = {
  png: { name: 'PNG', content_type: 'image/png', extension: 'png' },
  jpeg: { name: 'JPEG', content_type: 'image/jpeg', extension: 'jpg' },
  webp: { name: 'WebP', content_type: 'image/webp', extension: 'webp' },
  gif: { name: 'GIF', content_type: 'image/gif', extension: 'gif' },
} as const satisfies Record<ImageKind, { name: string; content_type: string; extension: string }>;

/** Returns the kind that the first twelve bytes indicate; undefined for SVG, HTML, PDF, HEIC and others. */
export function findImageKind(bytes: Uint8Array): ImageKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  return undefined;
}
