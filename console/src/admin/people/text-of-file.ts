// What a text file of a person's own computer says: spreadsheets save as UTF-8, and as UTF-16 ("Unicode text").

/**
 * The text, without its byte order mark. Bytes that are none in their encoding, and NUL, which no body may hold, are
 * read as U+FFFD: what is no text at all is refused as a file and not as a body.
 */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\0', '\ufffd');
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
