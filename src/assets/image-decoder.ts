// The decoder as the service opens it: the image library is loaded with the first upload, since no start should wait
// for it.
import type { DecodeImage } from './decode-image.ts';

export function lateImageDecoder(): DecodeImage {
  let opened: Promise<DecodeImage> | undefined;
  const open = async (): Promise<DecodeImage> => (await import('./decode-image.ts')).openImageDecoder();
  return async (upload, owner) => {
    opened ??= open();
    return (await opened)(upload, owner);
  };
}
