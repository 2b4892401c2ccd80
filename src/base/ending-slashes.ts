// Trailing slashes of an untrusted URL. The pattern `/\/+$/` takes quadratic time: a 56 kB form of slashes with another
// character at the end took two seconds.

const SLASH = 47;

/** The text without trailing slashes, in linear time. */
export function withoutEndingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === SLASH) end -= 1;
  return text.slice(0, end);
}
