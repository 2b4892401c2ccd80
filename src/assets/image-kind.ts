// Which images Cairn takes, told from the first bytes alone: a file's name and its declared type are only claims.
// Whether the rest of the bytes is a sound image is told by decode-image.ts.

/** Contract 4.2: PNG, JPEG, WebP, GIF. The spelling is also the decoder's name of the format. */
export type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif';

/** What each kind is called in a sentence, in a header and at the end of a key. */
export const IMAGE_KINDS = {
  png: { name: 'PNG', content_type: 'image/png', extension: 'png' },
  jpeg: { name: 'JPEG', content_type: 'image/jpeg', extension: 'jpg' },
  webp: { name: 'WebP', content_type: 'image/webp', extension: 'webp' },
  gif: { name: 'GIF', content_type: 'image/gif', extension: 'gif' },
} as const satisfies Record<ImageKind, { name: string; content_type: string; extension: string }>;

/** The kind that the first twelve bytes announce, or undefined (SVG, HTML, PDF, HEIC and all else). */
export function findImageKind(bytes: Uint8Array): ImageKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  return undefined;
}
