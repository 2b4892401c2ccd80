// Counts tokens as OpenAI's o200k vocabulary does. Vocabularies of other vendors differ by a few percent.
import { createRequire } from 'node:module';

interface Tokenizer {
  encode(text: string): readonly number[];
}

/** Loaded when first used, because the vocabulary takes a second to build. */
export const tokensOf = (text: string): number =>
  (createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Tokenizer).encode(text).length;
