// The vectors of the everyday prompts, computed by the build because encoding hundreds takes seconds.
import { createHash } from 'node:crypto';
import { builtFile } from './built-file.ts';
import { DIMENSIONS } from './encoder/transformer.ts';
import type { Meaning } from './meaning.ts';
import { atOnce, type Steps } from './steps.ts';
import type { VectorRows } from './vectors.ts';

const DIGEST_BYTES = 32;

/** The rows of these texts, from the built file if it is complete and has the same texts; otherwise encoded now. */
export function* everydayRows(
  meaning: Meaning,
  texts: readonly string[],
  built: Buffer | undefined,
): Steps<VectorRows> {
  const isWhole = built?.length === DIGEST_BYTES + texts.length * DIMENSIONS;
  if (isWhole && built.subarray(0, DIGEST_BYTES).equals(digestOf(texts))) {
    return new Int8Array(built.subarray(DIGEST_BYTES));
  }
  const rows = new Int8Array(texts.length * DIMENSIONS);
  for (const [row, text] of texts.entries()) {
    rows.set(meaning.query(text)?.row ?? [], row * DIMENSIONS);
    yield;
  }
  return rows;
}

/** The content of the built file: a digest of the texts, then their rows. */
export const everydayFile = (meaning: Meaning, texts: readonly string[]): Buffer =>
  Buffer.concat([digestOf(texts), Buffer.from(atOnce(everydayRows(meaning, texts, undefined)).buffer)]);

/** The built file; undefined if it does not exist. */
export const builtEverydayRows = (): Buffer | undefined => builtFile('everyday-prompts.bin');

const digestOf = (texts: readonly string[]): Buffer => createHash('sha256').update(texts.join('\n')).digest();
