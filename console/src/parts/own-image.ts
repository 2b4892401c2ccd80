// Which images are fetched: one from elsewhere would tell its host who reads what and when.

/** True for images of the service's own store: at its own address, or named without one. */
export function isOwnImage(src: string): boolean {
  try {
    const { origin, pathname } = new URL(src, window.location.origin);
    return origin === window.location.origin && pathname.startsWith('/assets/');
  } catch {
    return false;
  }
}
