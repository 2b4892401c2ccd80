// The inner loop of comparing by meaning: one row of 8-bit whole numbers times many. As WebAssembly with SIMD, written
// out instruction by instruction, and in plain JavaScript where an engine has no SIMD; both are exact.
import { DIMENSIONS } from './encoder/transformer.ts';
import { I32, section, sized, unsigned, V128, VOID, wasm } from './encoder/webassembly.ts';

/** Inner products of the row in place `row` with so many rows from the first place on: into `products`. */
export interface DotKernel {
  /** Places for MOST_ROWS rows of DIMENSIONS numbers. */
  readonly rows: Int8Array;
  readonly products: Int32Array;
  run(row: number, count: number): void;
}

/** The places of a kernel; the last one is for a row that is compared with all others. */
export const MOST_ROWS = 1024;

/** A kernel with memory of its own; `plain` asks for JavaScript. */
export function dotKernel(plain = false): DotKernel {
  const bytes = MOST_ROWS * DIMENSIONS;
  const memory = new wasm.Memory({ initial: Math.ceil((bytes + 4 * MOST_ROWS) / PAGE_BYTES) });
  const rows = new Int8Array(memory.buffer, 0, bytes);
  const products = new Int32Array(memory.buffer, bytes, MOST_ROWS);
  if (plain || !wasm.validate(MODULE)) return plainKernel(rows, products);
  const { exports } = new wasm.Instance(new wasm.Module(MODULE), { m: { m: memory } });
  const multiply = exports.k as (row: number, other: number, product: number, end: number) => void;
  return {
    rows,
    products,
    run: (row, count) => void (count > 0 && multiply(row * DIMENSIONS, 0, bytes, bytes + 4 * count)),
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

// From here on the module: k(ROW, OTHER, PRODUCT, END), all byte addresses, writes one product after the other.
const [ROW, OTHER, PRODUCT, END, AT, LEFT] = [0, 1, 2, 3, 4, 5] as const;
const [SUM, ONE, TWO] = [6, 7, 8] as const;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (value: number) => [0x41, value]; // below 64: one byte of LEB128
const ADD_I32 = [0x6a];
const simd = (operation: number) => [0xfd, ...unsigned(operation)];
const LOAD = [...simd(0x00), 0, 0]; // v128.load
const ZERO = [...simd(0x0c), ...Array<number>(16).fill(0)]; // v128.const
const WIDEN_LOW = simd(0x87); // i16x8.extend_low_i8x16_s
const WIDEN_HIGH = simd(0x88);
const DOT = simd(0xba); // i32x4.dot_i16x8_s
const ADD = simd(0xae); // i32x4.add
const lane = (number: number) => [...simd(0x1b), number]; // i32x4.extract_lane

const step = [
  ...[...get(AT), ...LOAD, ...set(ONE), ...get(OTHER), ...LOAD, ...set(TWO)],
  ...[...get(ONE), ...WIDEN_LOW, ...get(TWO), ...WIDEN_LOW, ...DOT],
  ...[...get(ONE), ...WIDEN_HIGH, ...get(TWO), ...WIDEN_HIGH, ...DOT],
  ...[...ADD, ...get(SUM), ...ADD, ...set(SUM)],
  ...[...get(AT), ...constant(STEP), ...ADD_I32, ...set(AT)],
  ...[...get(OTHER), ...constant(STEP), ...ADD_I32, ...set(OTHER)],
  // Counts LEFT down and goes on until it is 0.
  ...[...get(LEFT), ...constant(1), 0x6b, 0x22, LEFT, 0x0d, 0],
];

const body = [
  ...[0x03, VOID], // loop over the other rows
  ...[...get(ROW), ...set(AT), ...constant(DIMENSIONS / STEP), ...set(LEFT), ...ZERO, ...set(SUM)],
  ...[0x03, VOID, ...step, 0x0b], // loop over one of them
  ...[...get(PRODUCT), ...[0, 1, 2, 3].flatMap((number) => [...get(SUM), ...lane(number)])],
  ...[...ADD_I32, ...ADD_I32, ...ADD_I32, 0x36, 2, 0], // i32.store
  // Goes on until PRODUCT is END.
  ...[...get(PRODUCT), ...constant(4), ...ADD_I32, 0x22, PRODUCT, ...get(END), 0x47, 0x0d, 0],
  ...[0x0b, 0x0b],
];

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [1, 0x60, 4, ...Array<number>(4).fill(I32), 0]), // one type: four i32 to nothing
  ...section(2, [1, 1, 0x6d, 1, 0x6d, 0x02, 0x00, 1]), // memory m.m
  ...section(3, [1, 0]),
  ...section(7, [1, 1, 0x6b, 0x00, 0]), // exported as k
  ...section(10, [1, ...sized([2, 2, I32, 3, V128, ...body])]),
]);
