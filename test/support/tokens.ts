// Counts tokens as OpenAI's o200k vocabulary does. Vocabularies of other vendors differ by a few percent.
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

export const tokensOf = (text: string): number => encode(text).length;
