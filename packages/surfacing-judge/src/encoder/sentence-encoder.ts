// Encodes a sentence as a vector, so that texts with similar meaning are close even in different words. English only.
import { builtFile } from '../built-file.ts';
import { atOnce, type Steps } from '../steps.ts';
import { readEncoderFile } from './encoder-file.ts';
import { type PieceReader, pieceReader } from './sentence-pieces.ts';
import { type NetworkSettings, network } from './transformer.ts';

export interface SentenceEncoder {
  /** The vector of a text, of length 1, or undefined for a text without tokens. */
  encode(text: string): Float32Array | undefined;
  /** True if the vocabulary has the whole word. */
  isWord(word: string): boolean;
  readonly pieces: PieceReader;
}

/** An encoder whose last layer can be trained. */
export interface OpenEncoder extends SentenceEncoder {
  /** The input of the last layer: 512 numbers that the caller may change, or undefined for a text without tokens. */
  mean(text: string): Float32Array | undefined;
}

/** The encoder of a file from scripts/build-encoder.mjs. Throws if the file is damaged. */
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

/** The encoder in dist; undefined if the weights were not installed. */
export const builtEncoder = (): SentenceEncoder | undefined => atOnce(openBuiltEncoder());

/** Opens the same encoder in steps. */
export function* openBuiltEncoder(): Steps<SentenceEncoder | undefined> {
  const file = builtFile('sentence-encoder.bin');
  if (file === undefined) return undefined;
  yield;
  return yield* readEncoder(file);
}
