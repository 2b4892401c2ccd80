// Converts rows of floats to 16-bit integers with a scale each, for matrix-kernel.ts. Uses WebAssembly with SIMD, or
// plain JavaScript if the engine lacks SIMD.
import {
  advance,
  compiled,
  countDown,
  DIVIDE_F32,
  F32,
  get,
  I32,
  LARGER,
  LARGER_F32,
  lane,
  load,
  MULTIPLY,
  NARROW,
  REPEAT,
  ROUND,
  SIZE,
  STORE_F32,
  set,
  store,
  TO_WHOLE,
  V128,
  type WasmFunction,
  ZEROS,
} from './wasm-code.ts';
import type { WasmMemory } from './webassembly.ts';

/**
 * Writes `length` floats as integers of at most `most` in size, and the value of one unit at `scale`. `length` is a
 * multiple of 8; all positions are byte addresses.
 */
export type WholeRow = (from: number, to: number, length: number, scale: number, most: number) => void;

/** The kernel over that memory; `plain` selects JavaScript. */
export function wholeRow(memory: WasmMemory, plain = false): WholeRow {
  const [fast] = (plain ? undefined : compiled([WHOLE_ROW], memory)) ?? [];
  return (fast as WholeRow | undefined) ?? plainWholeRow(memory);
}

function plainWholeRow(memory: WasmMemory): WholeRow {
  const floats = new Float32Array(memory.buffer);
  const whole = new Int16Array(memory.buffer);
  return (from, to, length, scale, most) => {
    const row = floats.subarray(from >> 2, (from >> 2) + length);
    const largest = row.reduce((size, one) => Math.max(size, Math.abs(one)), 0);
    floats[scale >> 2] = largest / most;
    for (const [at, one] of row.entries())
      whole[(to >> 1) + at] = largest === 0 ? 0 : Math.round((one * most) / largest);
  };
}

const [FROM, TO, LENGTH, SCALE, MOST] = [0, 1, 2, 3, 4] as const;
const [POINTER, LEFT, LARGEST, SIZES, FACTOR] = [5, 6, 7, 8, 9] as const;
const halves = [0, 1];

const WHOLE_ROW: WasmFunction = {
  parameters: [I32, I32, I32, I32, F32],
  locals: [I32, I32, F32, V128, V128],
  code: [
    ...[...get(FROM), ...set(POINTER), ...get(LENGTH), ...set(LEFT), ...ZEROS, ...set(SIZES)],
    ...countDown(LEFT, 8, [
      ...halves.flatMap((half) => [
        ...[...get(POINTER), ...load(16 * half), ...SIZE, ...get(SIZES), ...LARGER, ...set(SIZES)],
      ]),
      ...advance(POINTER, 32),
    ]),
    ...[0, 1, 2, 3].flatMap((number) => [...get(SIZES), ...lane(number)]),
    ...[...LARGER_F32, ...LARGER_F32, ...LARGER_F32, ...set(LARGEST)],
    ...[...get(SCALE), ...get(LARGEST), ...get(MOST), ...DIVIDE_F32, ...STORE_F32],
    // A row of zeros has the factor NaN, and NaN becomes 0 as an integer.
    ...[...get(MOST), ...get(LARGEST), ...DIVIDE_F32, ...REPEAT, ...set(FACTOR)],
    ...countDown(LENGTH, 8, [
      ...get(TO),
      ...halves.flatMap((half) => [
        ...get(FROM),
        ...load(16 * half),
        ...get(FACTOR),
        ...MULTIPLY,
        ...ROUND,
        ...TO_WHOLE,
      ]),
      ...[...NARROW, ...store(0), ...advance(FROM, 32), ...advance(TO, 16)],
    ]),
  ],
};
