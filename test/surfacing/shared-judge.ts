// Opens the embedded judge once per process, because opening it takes as long as fifty verdicts. Its encoder caches
// texts, because most of them appear in the next test too.
import { builtEncoder, type SentenceEncoder } from '@cairn/surfacing-judge/encoder/sentence-encoder';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';

/** For judges with other settings. */
export const sharedEncoder = rememberingEncoder();

export const sharedJudge = lexicalJudge({ encoder: sharedEncoder });

function rememberingEncoder(): SentenceEncoder | null {
  const encoder = builtEncoder();
  if (encoder === undefined) return null;
  const known = new Map<string, Float32Array | undefined>();
  return {
    ...encoder,
    encode(text) {
      if (!known.has(text)) known.set(text, encoder.encode(text));
      return known.get(text)?.slice();
    },
  };
}
