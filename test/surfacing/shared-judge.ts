// The embedded judge of these tests: opened once a process, since that takes as long as fifty verdicts, and with an
// encoder that remembers, since most texts are met again in the next test.
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
