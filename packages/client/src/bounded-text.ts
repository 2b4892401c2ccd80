// Reads a response's text up to a limit, so that an unexpected server cannot exhaust memory.

/**
 * The decompressed body as UTF-8 text, or undefined as soon as it exceeds `most` bytes. Rejects if the body is cut off.
 */
export async function textWithin(response: Response, most: number): Promise<string | undefined> {
  // Uses a reader instead of `for await`, because not every browser supports iterating over streams.
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) return text + decoder.decode();
    length += chunk.value.byteLength;
    if (length > most) {
      // Closes the connection. This is not awaited, because a source may be slow to close.
      reader?.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
}
