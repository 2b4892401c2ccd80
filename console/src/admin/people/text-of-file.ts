// Decodes text files from people's computers. Spreadsheets save UTF-8, or UTF-16 ("Unicode text").

/**
 * The text without its byte order mark. Invalid bytes become U+FFFD, and so does NUL, which no request body may
 * contain. A binary file is therefore refused as a file and not as a malformed body.
 */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\0', '\ufffd');
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
