// The inner loop of the encoder: rows of 16-bit integers times a matrix of 8-bit integers. Uses WebAssembly with SIMD,
// or plain JavaScript if the engine lacks SIMD. Both return identical bits.
import {
  ADD,
  ADD_I32,
  ADD_WHOLE,
  advance,
  compiled,
  countDown,
  F32,
  get,
  I32,
  LARGER_NUMBER,
  load,
  loadRepeated,
  loadWidened,
  MULTIPLY,
  MULTIPLY_PAIRS,
  REPEAT,
  set,
  store,
  TO_FLOATS,
  V128,
  type WasmFunction,
  ZEROS,
} from './wasm-code.ts';
import type { WasmMemory } from './webassembly.ts';

/**
 * Multiplies columns of a matrix by up to four input rows. Eight columns form a panel, which contains the first two
 * numbers of each column, then the next two, and so on. Panels are adjacent, and `length` is even. All positions are
 * byte addresses. `inputScales` has a number per row, `scale` and `bias` one per column. Results below `least` become
 * `least`.
 */
export type MatrixKernel = (
  input: number,
  inputStride: number,
  inputScales: number,
  panel: number,
  scale: number,
  bias: number,
  output: number,
  outputStride: number,
  length: number,
  columns: number,
  least: number,
) => void;

export const ROWS_AT_A_TIME = 4;
export const COLUMNS_AT_A_TIME = 8;

/** The largest integer in an input row for which `length` products with 8-bit numbers fit into 32 bits. */
export const largestInput = (length: number): number => Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * length)));

/** The kernels over that memory. The kernel for n rows is at index n - 1. `plain` selects JavaScript. */
export function matrixKernels(memory: WasmMemory, plain = false): MatrixKernel[] {
  const fast = plain ? undefined : compiled(ROW_COUNTS.map(rowsFunction), memory);
  return (fast as MatrixKernel[] | undefined) ?? ROW_COUNTS.map((rows) => plainKernel(memory, rows));
}

function plainKernel(memory: WasmMemory, rows: number): MatrixKernel {
  const floats = new Float32Array(memory.buffer);
  const inputs = new Int16Array(memory.buffer);
  const bytes = new Int8Array(memory.buffer);
  return (input, inputStride, inputScales, panel, scale, bias, output, outputStride, length, columns, least) => {
    for (let row = 0; row < rows; row++) {
      const from = (input + row * inputStride) >> 1;
      const to = (output + row * outputStride) >> 2;
      for (let column = 0; column < columns; column++) {
        const within = column % COLUMNS_AT_A_TIME;
        const first = panel + (column - within) * length + 2 * within;
        let sum = 0;
        for (let at = 0; at < length; at++) {
          const place = first + (at >> 1) * 2 * COLUMNS_AT_A_TIME + (at & 1);
          sum += (inputs[from + at] ?? 0) * (bytes[place] ?? 0);
        }
        const unit = Math.fround((floats[(inputScales >> 2) + row] ?? 0) * (floats[(scale >> 2) + column] ?? 0));
        const result = Math.fround(Math.fround(sum) * unit) + (floats[(bias >> 2) + column] ?? 0);
        floats[to + column] = Math.max(least, result);
      }
    }
  };
}

const [INPUT, INPUT_STRIDE, INPUT_SCALES, PANEL, SCALE, BIAS, OUTPUT, OUTPUT_STRIDE, LENGTH, COLUMNS, LEAST] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
] as const;
const [LEFT, TARGET, ROW_POINTERS] = [11, 12, 13] as const; // i32 locals behind the parameters, a pointer a row
const SUMS = ROW_POINTERS + ROWS_AT_A_TIME; // v128 locals: two a row
const LOW = SUMS + 2 * ROWS_AT_A_TIME; // two numbers of each column: first four columns, last four
const HIGH = LOW + 1;
const SCRATCH = LOW + 2;
const ROW_COUNTS = Array.from({ length: ROWS_AT_A_TIME }, (_, at) => at + 1);

/** Adds the products of two numbers per column and the next two of that row to its sums. */
const rowStep = (row: number) => [
  ...[...get(ROW_POINTERS + row), ...loadRepeated(0), ...set(SCRATCH)],
  ...[LOW, HIGH].flatMap((columns, half) => {
    const sums = SUMS + 2 * row + half;
    return [...get(sums), ...get(SCRATCH), ...get(columns), ...MULTIPLY_PAIRS, ...ADD_WHOLE, ...set(sums)];
  }),
  ...advance(ROW_POINTERS + row, 4),
];

const step = (rows: readonly number[]) => [
  ...[...get(PANEL), ...loadWidened(0), ...set(LOW), ...get(PANEL), ...loadWidened(8), ...set(HIGH)],
  ...rows.flatMap(rowStep),
  ...advance(PANEL, 16),
];

/** Writes the sums of a row as floats: times both scales, plus the bias, at least `least`. */
const rowResult = (row: number) => [
  ...[...get(INPUT_SCALES), ...loadRepeated(4 * row), ...set(SCRATCH)],
  ...[0, 1].flatMap((half) => [
    ...[...get(TARGET), ...get(LEAST), ...REPEAT, ...get(SUMS + 2 * row + half), ...TO_FLOATS],
    ...[...get(SCRATCH), ...get(SCALE), ...load(16 * half), ...MULTIPLY, ...MULTIPLY],
    ...[...get(BIAS), ...load(16 * half), ...ADD, ...LARGER_NUMBER, ...store(16 * half)],
  ]),
  ...[...get(TARGET), ...get(OUTPUT_STRIDE), ...ADD_I32, ...set(TARGET)],
];

function rowsFunction(count: number): WasmFunction {
  const rows = ROW_COUNTS.slice(0, count).map((row) => row - 1);
  const nextRow = (row: number) => [...get(ROW_POINTERS + row - 1), ...get(INPUT_STRIDE), ...ADD_I32];
  return {
    parameters: [...Array<number>(10).fill(I32), F32],
    locals: [...Array<number>(2 + ROWS_AT_A_TIME).fill(I32), ...Array<number>(2 * ROWS_AT_A_TIME + 3).fill(V128)],
    code: countDown(COLUMNS, COLUMNS_AT_A_TIME, [
      ...[...get(INPUT), ...set(ROW_POINTERS)],
      ...rows.slice(1).flatMap((row) => [...nextRow(row), ...set(ROW_POINTERS + row)]),
      ...rows.flatMap((row) => [...ZEROS, ...set(SUMS + 2 * row), ...ZEROS, ...set(SUMS + 2 * row + 1)]),
      ...[...get(LENGTH), ...set(LEFT)],
      ...countDown(LEFT, 2, step(rows)),
      ...[...get(OUTPUT), ...set(TARGET)],
      ...rows.flatMap(rowResult),
      ...[SCALE, BIAS, OUTPUT].flatMap((place) => advance(place, 4 * COLUMNS_AT_A_TIME)),
    ]),
  };
}
