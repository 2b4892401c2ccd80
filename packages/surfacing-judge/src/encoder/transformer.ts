// The network: two layers of attention and feed-forward over the pieces, then their mean, a tanh layer, and
// normalization (Universal Sentence Encoder lite, Cer et al. 2018, arXiv 1803.11175). Matrices are 8-bit and their
// inputs 16-bit; everything else is float32. The last layer exists twice: as published, and trained further on office
// tasks.
import { attentionKernel } from './attention-kernel.ts';
import type { EncoderFile } from './encoder-file.ts';
import { largestInput, matrixKernels, ROWS_AT_A_TIME } from './matrix-kernel.ts';
import { type WasmMemory, wasm } from './webassembly.ts';
import { wholeRow } from './whole-rows.ts';

export const DIMENSIONS = 512;
/** The maximum number of pieces per text. Later pieces hardly change the vector but cost just as much. */
export const MAX_PIECES = 48;

const PIECE_WIDTH = 256;
const WIDE = 1536;
const HEADS = 4;
const EPSILON = 1e-6;
const PAGE = 65_536;

export interface NetworkSettings {
  /** Avoids SIMD, for engines without it and to test that both implementations agree. */
  readonly plain?: boolean;
  /** Uses the last layer as published, to compare with the original. */
  readonly asPublished?: boolean;
}

/** Reads at least one piece and at most MAX_PIECES. The caller may change the result. */
export interface Network {
  /** Turns pieces into a vector of length 1. */
  encode(pieces: readonly number[]): Float32Array;
  /** The mean over the pieces, the input of the last layer. */
  mean(pieces: readonly number[]): Float32Array;
}

/** The network of a file. */
export function network(read: EncoderFile, { plain = false, asPublished = false }: NetworkSettings = {}): Network {
  const { file, memory, state, normal, wide, mixed, out, whole, wholeScales, weights } = placedRows(read);
  const times = matrixProduct(file, memory, { whole, wholeScales }, plain);
  const attend = attention(memory, weights, plain);
  const place = piecePlacer(file);

  /** A layer without its last product, which reads `wide`. */
  const widened = (number: number, count: number, width: number): void => {
    normalise(file, `${number}.attention`, number === 0 ? mixed : state, normal, count, width);
    times(`${number}.qkv`, normal, wide, count, width, 3 * width);
    attend(wide, normal, count, width);
    times(`${number}.out`, normal, out, count, width, DIMENSIONS);
    add(state, out, count);
    normalise(file, `${number}.forward`, state, normal, count, DIMENSIONS);
    times(`${number}.wide`, normal, wide, count, DIMENSIONS, WIDE, 0);
  };

  /**
   * Leaves the mean over the pieces in the first row of `normal`. The mean of the last products equals the product of
   * the mean, so one row is enough.
   */
  const readPieces = (pieces: readonly number[]): void => {
    const count = Math.min(pieces.length, MAX_PIECES);
    place(pieces.slice(0, count), mixed);
    times('residual', mixed, state, count, PIECE_WIDTH, DIMENSIONS);
    widened(0, count, PIECE_WIDTH);
    times('0.narrow', wide, out, count, WIDE, DIMENSIONS);
    add(state, out, count);
    widened(1, count, DIMENSIONS);
    meanOf(wide, mixed, count, WIDE);
    times('1.narrow', mixed, out, 1, WIDE, DIMENSIONS);
    meanOf(state, normal, count, DIMENSIONS);
    add(normal, out, 1);
  };

  return {
    encode(pieces) {
      readPieces(pieces);
      times(asPublished ? 'sentence' : 'office', normal, out, 1, DIMENSIONS, DIMENSIONS);
      return unitVector(out.slice(0, DIMENSIONS).map(Math.tanh));
    },
    mean(pieces) {
      readPieces(pieces);
      return normal.slice(0, DIMENSIONS);
    },
  };
}

/** The file in WebAssembly memory, followed by the rows for each sentence. */
function placedRows(read: EncoderFile) {
  const floats = MAX_PIECES * (4 * DIMENSIONS + WIDE);
  const room = MAX_PIECES * (2 * WIDE + 4 + 4);
  const memory = new wasm.Memory({ initial: Math.ceil((read.bytes.length + 4 * floats + room) / PAGE) + 1 });
  const bytes = new Uint8Array(memory.buffer, 0, read.bytes.length);
  bytes.set(read.bytes);
  let free = Math.ceil(read.bytes.length / 16) * 16;
  const placed = <T extends { readonly byteLength: number }>(own: T): T => {
    free += own.byteLength;
    return own;
  };
  const rowsOf = (width: number) => placed(new Float32Array(memory.buffer, free, MAX_PIECES * width));
  return {
    file: read.over(bytes),
    memory,
    state: rowsOf(DIMENSIONS),
    normal: rowsOf(DIMENSIONS),
    wide: rowsOf(WIDE),
    mixed: rowsOf(DIMENSIONS),
    out: rowsOf(DIMENSIONS),
    whole: placed(new Int16Array(memory.buffer, free, MAX_PIECES * WIDE)),
    wholeScales: rowsOf(1),
    weights: rowsOf(1),
  };
}

/** Input rows as integers, with a scale per row. */
interface WholeRows {
  readonly whole: Int16Array;
  readonly wholeScales: Float32Array;
}

/** The number of matrix columns per kernel call, which processes all rows while the columns are in the cache. */
const COLUMNS_A_CALL = 64;

/**
 * `to` = `from` times the matrix plus its bias, for `count` rows of `length` numbers; returns `columns` numbers per
 * row, each at least `least`.
 */
type MatrixProduct = (
  name: string,
  from: Float32Array,
  to: Float32Array,
  count: number,
  length: number,
  columns: number,
  least?: number,
) => void;

function matrixProduct(
  file: EncoderFile,
  memory: WasmMemory,
  { whole, wholeScales }: WholeRows,
  plain: boolean,
): MatrixProduct {
  const kernels = matrixKernels(memory, plain);
  const toWhole = wholeRow(memory, plain);
  return (name, from, to, count, length, columns, least = Number.NEGATIVE_INFINITY) => {
    const [panel, scale, bias] = [name, `${name}.scale`, `${name}.bias`].map((part) => file.place(part)) as [
      number,
      number,
      number,
    ];
    const most = largestInput(length);
    for (let row = 0; row < count; row++) {
      const place = whole.byteOffset + 2 * row * length;
      toWhole(from.byteOffset + 4 * row * length, place, length, wholeScales.byteOffset + 4 * row, most);
    }
    for (let column = 0; column < columns; column += COLUMNS_A_CALL) {
      for (let row = 0; row < count; row += ROWS_AT_A_TIME) {
        kernels[Math.min(ROWS_AT_A_TIME, count - row) - 1]?.(
          whole.byteOffset + 2 * row * length,
          2 * length,
          wholeScales.byteOffset + 4 * row,
          panel + column * length,
          scale + 4 * column,
          bias + 4 * column,
          to.byteOffset + 4 * (row * columns + column),
          4 * columns,
          length,
          COLUMNS_A_CALL,
          least,
        );
      }
    }
  };
}

/** Attention of every piece to all others. `from` contains adjacent queries, keys and values. */
type Attention = (from: Float32Array, to: Float32Array, count: number, width: number) => void;

function attention(memory: WasmMemory, weights: Float32Array, plain: boolean): Attention {
  const { products, mixture } = attentionKernel(memory, plain);
  return (from, to, count, width) => {
    const part = width / HEADS;
    const shares = weights.subarray(0, count);
    const stride = 4 * 3 * width;
    for (let head = 0; head < HEADS; head++) {
      const queries = from.byteOffset + 4 * head * part;
      for (let one = 0; one < count; one++) {
        const query = queries + one * stride;
        products(query, queries + 4 * width, stride, count, 4 * part, weights.byteOffset);
        toShares(shares, 1 / Math.sqrt(part));
        const target = to.byteOffset + 4 * (one * width + head * part);
        mixture(weights.byteOffset, queries + 4 * 2 * width, stride, count, 4 * part, target);
      }
    }
  };
}

/** Writes the embedding of each piece twice, with its position. */
function piecePlacer(file: EncoderFile): (pieces: readonly number[], to: Float32Array) => void {
  const table = file.numbers('embeddings');
  const scales = file.numbers('embeddings.scale');
  const signals = placeSignals(file.numbers('timing'));
  return (pieces, to) => {
    for (const [place, piece] of pieces.entries()) {
      const scale = 2 * (scales[piece] ?? 0);
      const row = place * PIECE_WIDTH;
      for (let at = 0; at < PIECE_WIDTH; at++) {
        to[row + at] = scale * (table[piece * PIECE_WIDTH + at] ?? 0) + (signals[row + at] ?? 0);
      }
    }
  };
}

/** Position encoding: sines and cosines, one row per position. */
function placeSignals(timing: ArrayLike<number>): Float64Array {
  const signals = new Float64Array(MAX_PIECES * PIECE_WIDTH);
  for (let at = 0; at < signals.length; at++) {
    const column = at % PIECE_WIDTH;
    const angle = Math.floor(at / PIECE_WIDTH) * (timing[column % timing.length] ?? 0);
    signals[at] = column < timing.length ? Math.sin(angle) : Math.cos(angle);
  }
  return signals;
}

function normalise(
  file: EncoderFile,
  name: string,
  from: Float32Array,
  to: Float32Array,
  count: number,
  width: number,
): void {
  const scale = file.numbers(`${name}.scale`);
  const bias = file.numbers(`${name}.bias`);
  for (let row = 0; row < count; row++) {
    const start = row * width;
    let mean = 0;
    for (let at = 0; at < width; at++) mean += from[start + at] ?? 0;
    mean /= width;
    let variance = 0;
    for (let at = 0; at < width; at++) variance += ((from[start + at] ?? 0) - mean) ** 2;
    const spread = 1 / Math.sqrt(variance / width + EPSILON);
    for (let at = 0; at < width; at++) {
      to[start + at] = ((from[start + at] ?? 0) - mean) * spread * (scale[at] ?? 0) + (bias[at] ?? 0);
    }
  }
}

/** Softmax: shares with the sum 1, safe for large inputs. */
export function toShares(weights: Float32Array, scale: number): void {
  let largest = Number.NEGATIVE_INFINITY;
  for (const weight of weights) largest = Math.max(largest, weight);
  let total = 0;
  for (let at = 0; at < weights.length; at++) {
    weights[at] = Math.exp(((weights[at] ?? 0) - largest) * scale);
    total += weights[at] ?? 0;
  }
  for (let at = 0; at < weights.length; at++) weights[at] = (weights[at] ?? 0) / total;
}

function add(to: Float32Array, more: Float32Array, count: number): void {
  for (let at = 0; at < count * DIMENSIONS; at++) to[at] = (to[at] ?? 0) + (more[at] ?? 0);
}

function meanOf(from: Float32Array, to: Float32Array, count: number, width: number): void {
  to.fill(0, 0, width);
  for (let row = 0; row < count; row++) {
    for (let at = 0; at < width; at++) to[at] = (to[at] ?? 0) + (from[row * width + at] ?? 0) / count;
  }
}

function unitVector(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const scale = 1 / Math.sqrt(Math.max(square, 1e-12));
  return vector.map((value) => value * scale);
}
