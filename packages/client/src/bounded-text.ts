// The text of an answer, as far as it is bounded: whatever answers at the address fills nobody's memory.

/**
 * The body as text in UTF-8, decompressed; undefined where it has more than `most` bytes, of which no more is read.
 * Rejects where it stops in its middle.
 */
export async function textWithin(response: Response, most: number): Promise<string | undefined> {
  // A reader, not `for await`: not every browser iterates over streams.
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) return text + decoder.decode();
    length += chunk.value.byteLength;
    if (length > most) {
      // Ends the connection. It is not waited for: a source may take its time over that.
      reader?.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
}
