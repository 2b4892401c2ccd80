// The inner loop of the encoder: rows of numbers times a matrix of 8-bit whole numbers. As WebAssembly with SIMD,
// written out instruction by instruction below, and in plain JavaScript where an engine has no SIMD.
import { I32, section, sized, unsigned, V128, VOID, type WasmMemory, wasm } from './webassembly.ts';

/** Eight columns of a matrix at a time (a panel), four rows of input at a time. All places are byte addresses. */
export type MatrixKernel = (
  input: number,
  inputStride: number,
  panel: number,
  scale: number,
  bias: number,
  output: number,
  outputStride: number,
  length: number,
) => void;

export const ROWS_AT_A_TIME = 4;
export const COLUMNS_AT_A_TIME = 8;

/** The kernel over that memory; `plain` asks for JavaScript. */
export function matrixKernel(memory: WasmMemory, plain = false): MatrixKernel {
  if (plain || !wasm.validate(MODULE)) return plainKernel(memory);
  const { exports } = new wasm.Instance(new wasm.Module(MODULE), { m: { m: memory } });
  return exports.k as MatrixKernel;
}

function plainKernel(memory: WasmMemory): MatrixKernel {
  const floats = new Float32Array(memory.buffer);
  const bytes = new Int8Array(memory.buffer);
  return (input, inputStride, panel, scale, bias, output, outputStride, length) => {
    for (let row = 0; row < ROWS_AT_A_TIME; row++) {
      const from = (input + row * inputStride) >> 2;
      const to = (output + row * outputStride) >> 2;
      for (let column = 0; column < COLUMNS_AT_A_TIME; column++) {
        let sum = 0;
        for (let at = 0; at < length; at++) {
          sum += (floats[from + at] ?? 0) * (bytes[panel + at * COLUMNS_AT_A_TIME + column] ?? 0);
        }
        floats[to + column] = sum * (floats[(scale >> 2) + column] ?? 0) + (floats[(bias >> 2) + column] ?? 0);
      }
    }
  };
}

// From here on the module, in the bytes of the WebAssembly binary format (sections 5.3 to 5.5 of its specification).
const [INPUT, INPUT_STRIDE, PANEL, SCALE, BIAS, OUTPUT, OUTPUT_STRIDE, LENGTH] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const ROW_POINTERS = 8; // four i32 locals behind the eight parameters
const SUMS = 12; // eight v128 locals: two a row
const LOW = 20; // the columns as floats: first four, last four
const HIGH = 21;
const SCRATCH = 22;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (value: number) => [0x41, value]; // below 64: one byte of LEB128
const ADD_I32 = [0x6a];
const simd = (operation: number) => [0xfd, ...unsigned(operation)];
const LOAD_BYTES = [...simd(0x01), 3, 0]; // v128.load8x8_s
const SPLAT_LOAD = [...simd(0x09), 2, 0]; // v128.load32_splat
const load = (offset: number) => [...simd(0x00), 4, offset];
const store = (offset: number) => [...simd(0x0b), 4, offset];
const WIDEN_LOW = simd(0xa7); // i32x4.extend_low_i16x8_s
const WIDEN_HIGH = simd(0xa8);
const TO_FLOATS = simd(0xfa); // f32x4.convert_i32x4_s
const ADD = simd(0xe4);
const MULTIPLY = simd(0xe6);
const rows = [0, 1, 2, 3];

const step = [
  // Eight whole numbers of the panel become two times four floats.
  ...[...get(PANEL), ...LOAD_BYTES, ...set(LOW)],
  ...[...get(LOW), ...WIDEN_HIGH, ...TO_FLOATS, ...set(HIGH)],
  ...[...get(LOW), ...WIDEN_LOW, ...TO_FLOATS, ...set(LOW)],
  ...rows.flatMap((row) => [
    // The next number of the row, four times; into SCRATCH, then times the columns onto the sums.
    ...[...get(ROW_POINTERS + row), ...SPLAT_LOAD, ...set(SCRATCH)],
    ...[...get(SUMS + 2 * row), ...get(SCRATCH), ...get(LOW), ...MULTIPLY, ...ADD, ...set(SUMS + 2 * row)],
    ...[...get(SUMS + 2 * row + 1), ...get(SCRATCH), ...get(HIGH), ...MULTIPLY, ...ADD, ...set(SUMS + 2 * row + 1)],
    ...[...get(ROW_POINTERS + row), ...constant(4), ...ADD_I32, ...set(ROW_POINTERS + row)],
  ]),
  ...[...get(PANEL), ...constant(8), ...ADD_I32, ...set(PANEL)],
  // Counts LENGTH down and goes on until it is 0.
  ...[...get(LENGTH), ...constant(1), 0x6b, 0x22, LENGTH, 0x0d, 0],
];

const body = [
  ...[...get(INPUT), ...set(ROW_POINTERS)],
  ...[1, 2, 3].flatMap((row) => [
    ...[...get(ROW_POINTERS + row - 1), ...get(INPUT_STRIDE), ...ADD_I32, ...set(ROW_POINTERS + row)],
  ]),
  ...[0x03, VOID, ...step, 0x0b], // loop
  ...rows.flatMap((row) => [
    ...[0, 1].flatMap((half) => [
      ...[...get(OUTPUT), ...get(SUMS + 2 * row + half), ...get(SCALE), ...load(16 * half), ...MULTIPLY],
      ...[...get(BIAS), ...load(16 * half), ...ADD, ...store(16 * half)],
    ]),
    ...[...get(OUTPUT), ...get(OUTPUT_STRIDE), ...ADD_I32, ...set(OUTPUT)],
  ]),
  0x0b,
];

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [1, 0x60, 8, ...Array<number>(8).fill(I32), 0]), // one type: eight i32 to nothing
  ...section(2, [1, 1, 0x6d, 1, 0x6d, 0x02, 0x00, 1]), // memory m.m
  ...section(3, [1, 0]),
  ...section(7, [1, 1, 0x6b, 0x00, 0]), // exported as k
  ...section(10, [1, ...sized([2, 4, I32, 11, V128, ...body])]),
]);
