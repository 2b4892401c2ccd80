// Which images are shown: those of the service's own store that can be loaded. One from elsewhere would tell its host
// who reads what and when.
import { useState } from 'react';

/** Of an own image that is not shown, `onError` has said that it cannot be loaded. */
export function useOwnImage(src: string) {
  const [failed, setFailed] = useState<string>();
  const isOwn = isOwnImage(src);
  return { isOwn, isShown: isOwn && failed !== src, onError: () => setFailed(src) };
}

/** True for images of the service's own store: at its own address, or named without one. */
function isOwnImage(src: string): boolean {
  try {
    const { origin, pathname } = new URL(src, window.location.origin);
    return origin === window.location.origin && pathname.startsWith('/assets/');
  } catch {
    return false;
  }
}
