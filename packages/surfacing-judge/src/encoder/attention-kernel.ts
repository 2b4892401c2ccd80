// The hot loops of attention: the weights between pieces, and the weighted sums. Uses WebAssembly with SIMD, or plain
// JavaScript if the engine lacks SIMD. `rows` are `count` rows of `length` bytes of floats, `stride` bytes apart.
// `length` is a multiple of 32, and all positions are byte addresses.
import {
  ADD,
  ADD_F32,
  ADD_I32,
  advance,
  compiled,
  countDown,
  get,
  I32,
  lane,
  load,
  loadRepeated,
  MULTIPLY,
  STORE_F32,
  set,
  store,
  V128,
  type WasmFunction,
  ZEROS,
} from './wasm-code.ts';
import type { WasmMemory } from './webassembly.ts';

type RowsKernel = (one: number, rows: number, stride: number, count: number, length: number, output: number) => void;

export interface AttentionKernel {
  /** The inner products of `one` with each row. */
  readonly products: RowsKernel;
  /** The sum of the rows, each multiplied by its number in `one`. */
  readonly mixture: RowsKernel;
}

/** The kernel over that memory; `plain` selects JavaScript. */
export function attentionKernel(memory: WasmMemory, plain = false): AttentionKernel {
  const [products, mixture] = (plain ? undefined : compiled([PRODUCTS, MIXTURE], memory)) ?? [];
  if (products === undefined || mixture === undefined) return plainKernel(new Float32Array(memory.buffer));
  return { products: products as RowsKernel, mixture: mixture as RowsKernel };
}

const plainKernel = (floats: Float32Array): AttentionKernel => ({
  products(one, rows, stride, count, length, output) {
    for (let row = 0; row < count; row++) {
      let sum = 0;
      for (let at = 0; at < length; at += 4) {
        sum += (floats[(one + at) >> 2] ?? 0) * (floats[(rows + row * stride + at) >> 2] ?? 0);
      }
      floats[(output >> 2) + row] = sum;
    }
  },
  mixture(one, rows, stride, count, length, output) {
    for (let at = 0; at < length; at += 4) {
      let sum = 0;
      for (let row = 0; row < count; row++) {
        sum += (floats[(one >> 2) + row] ?? 0) * (floats[(rows + row * stride + at) >> 2] ?? 0);
      }
      floats[(output + at) >> 2] = sum;
    }
  },
});

const [ONE, ROWS, STRIDE, COUNT, LENGTH, OUTPUT] = [0, 1, 2, 3, 4, 5] as const;
const [FIRST, SECOND, LEFT] = [6, 7, 8] as const; // i32 locals
const SUMS = 9; // two v128 locals
const SCRATCH = 11;
const halves = [0, 1];
const locals = [...Array<number>(3).fill(I32), ...Array<number>(3).fill(V128)];
const noSums = halves.flatMap((half) => [...ZEROS, ...set(SUMS + half)]);
const add = (pointer: number, bytes: number) => [...get(pointer), ...get(bytes), ...ADD_I32, ...set(pointer)];

const PRODUCTS: WasmFunction = {
  parameters: Array<number>(6).fill(I32),
  locals,
  code: countDown(COUNT, 1, [
    ...[...get(ONE), ...set(FIRST), ...get(ROWS), ...set(SECOND), ...get(LENGTH), ...set(LEFT), ...noSums],
    ...countDown(LEFT, 32, [
      ...halves.flatMap((half) => [
        ...[...get(FIRST), ...load(16 * half), ...get(SECOND), ...load(16 * half), ...MULTIPLY],
        ...[...get(SUMS + half), ...ADD, ...set(SUMS + half)],
      ]),
      ...[...advance(FIRST, 32), ...advance(SECOND, 32)],
    ]),
    ...[...get(OUTPUT), ...get(SUMS), ...get(SUMS + 1), ...ADD, ...set(SCRATCH)],
    ...[0, 1, 2, 3].flatMap((number) => [...get(SCRATCH), ...lane(number)]),
    ...[...ADD_F32, ...ADD_F32, ...ADD_F32, ...STORE_F32],
    ...[...add(ROWS, STRIDE), ...advance(OUTPUT, 4)],
  ]),
};

/** Eight numbers of the sum at a time. */
const MIXTURE: WasmFunction = {
  parameters: Array<number>(6).fill(I32),
  locals,
  code: countDown(LENGTH, 32, [
    ...[...get(ONE), ...set(FIRST), ...get(ROWS), ...set(SECOND), ...get(COUNT), ...set(LEFT), ...noSums],
    ...countDown(LEFT, 1, [
      ...[...get(FIRST), ...loadRepeated(0), ...set(SCRATCH)],
      ...halves.flatMap((half) => [
        ...[...get(SECOND), ...load(16 * half), ...get(SCRATCH), ...MULTIPLY],
        ...[...get(SUMS + half), ...ADD, ...set(SUMS + half)],
      ]),
      ...[...add(SECOND, STRIDE), ...advance(FIRST, 4)],
    ]),
    ...halves.flatMap((half) => [...get(OUTPUT), ...get(SUMS + half), ...store(16 * half)]),
    ...[...advance(ROWS, 32), ...advance(OUTPUT, 32)],
  ]),
};
