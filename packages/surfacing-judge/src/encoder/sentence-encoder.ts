// A sentence as a point: texts that mean alike lie close, whatever their words. English only.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { atOnce, type Steps } from '../steps.ts';
import { readEncoderFile } from './encoder-file.ts';
import { type PieceReader, pieceReader } from './sentence-pieces.ts';
import { network } from './transformer.ts';

export interface SentenceEncoder {
  /** The vector of a text, of length 1; undefined for a text without a piece. */
  encode(text: string): Float32Array | undefined;
  /** Whether the encoder met the word often enough to know it whole. */
  isWord(word: string): boolean;
  readonly pieces: PieceReader;
}

export interface EncoderSettings {
  /** Does without SIMD: for engines that have none, and to test that both ways agree. */
  readonly plain?: boolean;
}

/** The encoder of a file that scripts/build-encoder.mjs made. Throws where it is damaged. */
export const sentenceEncoder = (file: Uint8Array<ArrayBuffer>, settings?: EncoderSettings): SentenceEncoder =>
  atOnce(readEncoder(file, settings));

function* readEncoder(file: Uint8Array<ArrayBuffer>, { plain = false }: EncoderSettings = {}): Steps<SentenceEncoder> {
  const read = readEncoderFile(file);
  yield;
  const vocabulary = new TextDecoder().decode(read.numbers('pieces') as Uint8Array).split('\n');
  const pieces = yield* pieceReader(vocabulary, read.numbers('scores'));
  const encode = network(read, plain);
  yield;
  return {
    pieces,
    isWord: (word) => pieces.isPiece(word),
    encode(text) {
      const found = pieces(text);
      return found.length === 0 ? undefined : encode(found);
    },
  };
}

/** The encoder that was built beside this package; undefined where the weights were not installed. */
export const builtEncoder = (): SentenceEncoder | undefined => atOnce(openBuiltEncoder());

/** The same, in steps. */
export function* openBuiltEncoder(): Steps<SentenceEncoder | undefined> {
  const path = builtFile();
  if (path === undefined) return undefined;
  const file = new Uint8Array(readFileSync(path));
  yield;
  return yield* readEncoder(file);
}

/** Found by the package's own name, so that a bundle elsewhere finds it too. */
function builtFile(): string | undefined {
  try {
    const path = createRequire(import.meta.url).resolve('@cairn/surfacing-judge/sentence-encoder.bin');
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
