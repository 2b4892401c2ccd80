// Loads the image library with the first upload, so that the process starts faster.
import { openedOnce } from '../base/once.ts';
import type { DecodeImage } from './decode-image.ts';

export function lateImageDecoder(): DecodeImage {
  const decoder = openedOnce(async () => (await import('./decode-image.ts')).openImageDecoder());
  return async (upload, owner) => (await decoder.open())(upload, owner);
}
