// A sentence as a point: texts that mean alike lie close, whatever their words. English only.
import { builtFile } from '../built-file.ts';
import { atOnce, type Steps } from '../steps.ts';
import { readEncoderFile } from './encoder-file.ts';
import { type PieceReader, pieceReader } from './sentence-pieces.ts';
import { type NetworkSettings, network } from './transformer.ts';

export interface SentenceEncoder {
  /** The vector of a text, of length 1; undefined for a text without a piece. */
  encode(text: string): Float32Array | undefined;
  /** Whether the encoder met the word often enough to know it whole. */
  isWord(word: string): boolean;
  readonly pieces: PieceReader;
}

/** An encoder whose last layer can be trained. */
export interface OpenEncoder extends SentenceEncoder {
  /** What the last layer reads: 512 numbers, the caller's own; undefined for a text without a piece. */
  mean(text: string): Float32Array | undefined;
}

/** The encoder of a file that scripts/build-encoder.mjs made. Throws where it is damaged. */
export const sentenceEncoder = (file: Uint8Array, settings?: NetworkSettings): OpenEncoder =>
  atOnce(readEncoder(file, settings));

function* readEncoder(file: Uint8Array, settings?: NetworkSettings): Steps<OpenEncoder> {
  const read = readEncoderFile(file);
  yield;
  const vocabulary = new TextDecoder().decode(read.numbers('pieces') as Uint8Array).split('\n');
  const pieces = yield* pieceReader(vocabulary, read.numbers('scores').slice());
  const { encode, mean } = network(read, settings);
  yield;
  const ofPieces = (text: string, told: (found: readonly number[]) => Float32Array): Float32Array | undefined => {
    const found = pieces(text);
    return found.length === 0 ? undefined : told(found);
  };
  return {
    pieces,
    isWord: (word) => pieces.isPiece(word),
    encode: (text) => ofPieces(text, encode),
    mean: (text) => ofPieces(text, mean),
  };
}

/** The encoder that was built beside this package; undefined where the weights were not installed. */
export const builtEncoder = (): SentenceEncoder | undefined => atOnce(openBuiltEncoder());

/** The same, in steps. */
export function* openBuiltEncoder(): Steps<SentenceEncoder | undefined> {
  const file = builtFile('sentence-encoder.bin');
  if (file === undefined) return undefined;
  yield;
  return yield* readEncoder(file);
}
