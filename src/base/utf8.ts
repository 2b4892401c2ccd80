// Decodes untrusted bytes.
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text without the byte order mark that some editors add; undefined if the bytes are not UTF-8. */
export function utf8In(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
