// Text out of bytes that somebody else wrote.
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text, without the byte order mark that some editors put before it; undefined where the bytes are no UTF-8. */
export function utf8In(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
