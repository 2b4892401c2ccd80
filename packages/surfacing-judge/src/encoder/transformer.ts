// The network: two layers of attention and a feed-forward step over pieces, their mean, one tanh layer, length 1
// (Universal Sentence Encoder lite, Cer et al. 2018, arXiv 1803.11175). The matrices are 8-bit; everything between them
// is float32.
import type { EncoderFile } from './encoder-file.ts';
import { COLUMNS_AT_A_TIME, matrixKernel, ROWS_AT_A_TIME } from './matrix-kernel.ts';
import { wasm } from './webassembly.ts';

export const DIMENSIONS = 512;
/** Pieces of a text that are read: what stands behind them changes a sentence's meaning little and costs as much. */
export const MOST_PIECES = 48;

const PIECE_WIDTH = 256;
const WIDE = 1536;
const HEADS = 4;
const EPSILON = 1e-6;
const PAGE = 65_536;

/** Pieces to a vector of length 1; the vector is the caller's own. At least one piece, at most MOST_PIECES are read. */
export type Network = (pieces: readonly number[]) => Float32Array;

/** The network of a file; `plain` does without SIMD. */
export function network(file: EncoderFile, plain = false): Network {
  const rows = Math.ceil(MOST_PIECES / ROWS_AT_A_TIME) * ROWS_AT_A_TIME;
  const widths = { state: DIMENSIONS, normal: DIMENSIONS, wide: WIDE, mixed: DIMENSIONS, out: DIMENSIONS };
  const floats = rows * Object.values(widths).reduce((sum, width) => sum + width, 0);
  const memory = new wasm.Memory({ initial: Math.ceil((file.bytes.length + 4 * floats) / PAGE) + 1 });
  new Uint8Array(memory.buffer).set(file.bytes);
  const kernel = matrixKernel(memory, plain);
  let free = Math.ceil(file.bytes.length / 16) * 16;
  const room = (width: number): Float32Array => {
    const own = new Float32Array(memory.buffer, free, rows * width);
    free += own.byteLength;
    return own;
  };
  const state = room(widths.state);
  const normal = room(widths.normal);
  const wide = room(widths.wide);
  const mixed = room(widths.mixed);
  const out = room(widths.out);

  /**
   * `to` = `from` times the matrix plus its bias, for `count` rows of `length` numbers; `columns` numbers a row come
   * out.
   */
  const times = (
    name: string,
    from: Float32Array,
    to: Float32Array,
    count: number,
    length: number,
    columns: number,
  ) => {
    const [panel, scale, bias] = [name, `${name}.scale`, `${name}.bias`].map((part) => file.place(part)) as [
      number,
      number,
      number,
    ];
    for (let column = 0; column < columns; column += COLUMNS_AT_A_TIME) {
      for (let row = 0; row < count; row += ROWS_AT_A_TIME) {
        kernel(
          from.byteOffset + 4 * row * length,
          4 * length,
          panel + column * length,
          scale + 4 * column,
          bias + 4 * column,
          to.byteOffset + 4 * (row * columns + column),
          4 * columns,
          length,
        );
      }
    }
  };

  const layer = (number: number, count: number, width: number): void => {
    normalise(file, `${number}.attention`, number === 0 ? mixed : state, normal, count, width);
    times(`${number}.qkv`, normal, wide, count, width, 3 * width);
    attend(wide, normal, count, width);
    times(`${number}.out`, normal, out, count, width, DIMENSIONS);
    add(state, out, count);
    normalise(file, `${number}.forward`, state, normal, count, DIMENSIONS);
    times(`${number}.wide`, normal, wide, count, DIMENSIONS, WIDE);
    for (let at = 0; at < count * WIDE; at++) wide[at] = Math.max(0, wide[at] ?? 0);
    times(`${number}.narrow`, wide, out, count, WIDE, DIMENSIONS);
    add(state, out, count);
  };

  return (pieces) => {
    const count = Math.min(pieces.length, MOST_PIECES);
    placePieces(file, pieces.slice(0, count), mixed);
    times('residual', mixed, state, count, PIECE_WIDTH, DIMENSIONS);
    layer(0, count, PIECE_WIDTH);
    layer(1, count, DIMENSIONS);
    meanOf(state, normal, count);
    times('sentence', normal, out, 1, DIMENSIONS, DIMENSIONS);
    return unitVector(out.slice(0, DIMENSIONS).map(Math.tanh));
  };
}

/** What each piece means, twice, and where it stands: sines and cosines of its place. */
function placePieces(file: EncoderFile, pieces: readonly number[], to: Float32Array): void {
  const table = file.numbers('embeddings');
  const scales = file.numbers('embeddings.scale');
  const timing = file.numbers('timing');
  for (const [place, piece] of pieces.entries()) {
    const scale = 2 * (scales[piece] ?? 0);
    for (let at = 0; at < PIECE_WIDTH; at++) {
      const angle = place * (timing[at % timing.length] ?? 0);
      const signal = at < timing.length ? Math.sin(angle) : Math.cos(angle);
      to[place * PIECE_WIDTH + at] = scale * (table[piece * PIECE_WIDTH + at] ?? 0) + signal;
    }
  }
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

/** Every piece looks at every other: `from` holds queries, keys and values side by side. */
function attend(from: Float32Array, to: Float32Array, count: number, width: number): void {
  const part = width / HEADS;
  const scale = 1 / Math.sqrt(part);
  const weights = new Float64Array(count);
  for (let head = 0; head < HEADS; head++) {
    for (let one = 0; one < count; one++) {
      const query = one * 3 * width + head * part;
      let largest = Number.NEGATIVE_INFINITY;
      for (let other = 0; other < count; other++) {
        const key = other * 3 * width + width + head * part;
        let sum = 0;
        for (let at = 0; at < part; at++) sum += (from[query + at] ?? 0) * (from[key + at] ?? 0);
        weights[other] = sum * scale;
        largest = Math.max(largest, sum * scale);
      }
      let total = 0;
      for (let other = 0; other < count; other++) {
        weights[other] = Math.exp((weights[other] ?? 0) - largest);
        total += weights[other] ?? 0;
      }
      const target = one * width + head * part;
      to.fill(0, target, target + part);
      for (let other = 0; other < count; other++) {
        const share = (weights[other] ?? 0) / total;
        const value = other * 3 * width + 2 * width + head * part;
        for (let at = 0; at < part; at++) to[target + at] = (to[target + at] ?? 0) + share * (from[value + at] ?? 0);
      }
    }
  }
}

function add(to: Float32Array, more: Float32Array, count: number): void {
  for (let at = 0; at < count * DIMENSIONS; at++) to[at] = (to[at] ?? 0) + (more[at] ?? 0);
}

function meanOf(from: Float32Array, to: Float32Array, count: number): void {
  to.fill(0, 0, DIMENSIONS);
  for (let at = 0; at < count * DIMENSIONS; at++) {
    const place = at % DIMENSIONS;
    to[place] = (to[place] ?? 0) + (from[at] ?? 0) / count;
  }
}

function unitVector(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const scale = 1 / Math.sqrt(Math.max(square, 1e-12));
  return vector.map((value) => value * scale);
}
