// The body of an answer, as far as it is bounded: a server that sends without an end fills no memory.
import { refuse } from '../base/refusal.ts';

/** All bytes of the body. Refuses with `payload-too-large` more than `most`; throws where it stops in its middle. */
export async function bodyWithin(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop by an error ends the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > most) throw refuse('payload-too-large', `The answer is larger than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The same, as text in UTF-8. */
export const textWithin = async (response: Response, most: number): Promise<string> =>
  new TextDecoder().decode(await bodyWithin(response, most));
