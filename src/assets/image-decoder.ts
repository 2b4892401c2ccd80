// The decoder as the service opens it: the image library is loaded with the first upload, since no start should wait
// for it.
import { openedOnce } from '../base/opened-once.ts';
import type { DecodeImage } from './decode-image.ts';

export function lateImageDecoder(): DecodeImage {
  const decoder = openedOnce(async () => (await import('./decode-image.ts')).openImageDecoder());
  return async (upload, owner) => (await decoder.open())(upload, owner);
}
