// Reads response bodies up to a size limit, so an endless response cannot fill the memory.
import { refuse } from '../base/refusal.ts';

/** Returns the whole body. Fails with `payload-too-large` above `most` bytes; throws if the transfer breaks off. */
export async function bodyWithin(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop with an error closes the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > most) throw refuse('payload-too-large', `The answer is larger than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Same as `bodyWithin`, decoded as UTF-8. */
export const textWithin = async (response: Response, most: number): Promise<string> =>
  new TextDecoder().decode(await bodyWithin(response, most));
