// Decides which images are shown: those stored in the service that load. Others would reveal to their host who reads
// what and when.
import { useState } from 'react';

/** `onError` records that an image failed to load. */
export function useOwnImage(src: string) {
  const [failed, setFailed] = useState<string>();
  const isOwn = isOwnImage(src);
  return { isOwn, isShown: isOwn && failed !== src, onError: () => setFailed(src) };
}

/** True for images stored in the service, with a relative or absolute URL. */
function isOwnImage(src: string): boolean {
  try {
    const { origin, pathname } = new URL(src, window.location.origin);
    return origin === window.location.origin && /^\/assets\/[^%]*$/.test(pathname);
  } catch {
    return false;
  }
}
