// The inner loop of comparing meaning: one row of 8-bit integers times many. Uses WebAssembly with SIMD, or plain
// JavaScript if the engine lacks SIMD. Both are exact.
import { DIMENSIONS } from './encoder/transformer.ts';
import {
  ADD_I32,
  ADD_WHOLE,
  advance,
  compiled,
  constant,
  countDown,
  get,
  I32,
  load,
  MULTIPLY_PAIRS,
  STORE_I32,
  set,
  V128,
  type WasmFunction,
  WIDEN_HIGH,
  WIDEN_LOW,
  wholeLane,
  ZEROS,
} from './encoder/wasm-code.ts';
import { wasm } from './encoder/webassembly.ts';

/** Writes the inner products of row `row` with the first rows into `products`. */
export interface DotKernel {
  /** Space for MAX_KERNEL_ROWS rows of DIMENSIONS numbers. */
  readonly rows: Int8Array;
  readonly products: Int32Array;
  run(row: number, count: number): void;
}

/** The rows of a kernel; the last one is compared with all others. */
export const MAX_KERNEL_ROWS = 1024;

/** A kernel with separate memory; `plain` selects JavaScript. */
export function dotKernel(plain = false): DotKernel {
  const bytes = MAX_KERNEL_ROWS * DIMENSIONS;
  const memory = new wasm.Memory({ initial: Math.ceil((bytes + 4 * MAX_KERNEL_ROWS) / PAGE_BYTES) });
  const rows = new Int8Array(memory.buffer, 0, bytes);
  const products = new Int32Array(memory.buffer, bytes, MAX_KERNEL_ROWS);
  const [fast] = (plain ? undefined : compiled([PRODUCTS], memory)) ?? [];
  if (fast === undefined) return plainKernel(rows, products);
  const multiply = fast as (row: number, other: number, product: number, count: number) => void;
  return {
    rows,
    products,
    run: (row, count) => void (count > 0 && multiply(row * DIMENSIONS, 0, bytes, count)),
  };
}

function plainKernel(rows: Int8Array, products: Int32Array): DotKernel {
  return {
    rows,
    products,
    run(row, count) {
      for (let other = 0; other < count; other++) {
        let sum = 0;
        for (let at = 0; at < DIMENSIONS; at++) {
          sum += (rows[row * DIMENSIONS + at] ?? 0) * (rows[other * DIMENSIONS + at] ?? 0);
        }
        products[other] = sum;
      }
    },
  };
}

const PAGE_BYTES = 65_536;
const STEP = 16; // numbers of each row at a time

// The function writes the products in order. All positions are byte addresses.
const [ROW, OTHER, PRODUCT, COUNT] = [0, 1, 2, 3] as const;
const [AT, LEFT, SUM, ONE, TWO] = [4, 5, 6, 7, 8] as const;

const step = [
  ...[...get(AT), ...load(0), ...set(ONE), ...get(OTHER), ...load(0), ...set(TWO)],
  ...[...get(ONE), ...WIDEN_LOW, ...get(TWO), ...WIDEN_LOW, ...MULTIPLY_PAIRS],
  ...[...get(ONE), ...WIDEN_HIGH, ...get(TWO), ...WIDEN_HIGH, ...MULTIPLY_PAIRS],
  ...[...ADD_WHOLE, ...get(SUM), ...ADD_WHOLE, ...set(SUM)],
  ...[...advance(AT, STEP), ...advance(OTHER, STEP)],
];

const PRODUCTS: WasmFunction = {
  parameters: [I32, I32, I32, I32],
  locals: [I32, I32, V128, V128, V128],
  code: countDown(COUNT, 1, [
    ...[...get(ROW), ...set(AT), ...constant(DIMENSIONS / STEP), ...set(LEFT), ...ZEROS, ...set(SUM)],
    ...countDown(LEFT, 1, step),
    ...[...get(PRODUCT), ...[0, 1, 2, 3].flatMap((number) => [...get(SUM), ...wholeLane(number)])],
    ...[...ADD_I32, ...ADD_I32, ...ADD_I32, ...STORE_I32, ...advance(PRODUCT, 4)],
  ]),
};
