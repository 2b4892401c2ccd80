// Writes WebAssembly modules in the binary format (sections 5.3 to 5.5 of the specification), with the instructions
// that the kernels here use.
import { type WasmMemory, wasm } from './webassembly.ts';

type Code = readonly number[];

export const I32 = 0x7f;
export const F32 = 0x7d;
export const V128 = 0x7b;

export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];
/** From 0 to 63: one byte of LEB128. */
export const constant = (value: number): Code => [0x41, value];
export const ADD_I32: Code = [0x6a];
/** Adds a number up to 63 to a local. */
export const advance = (local: number, by: number): Code => [
  ...[...get(local), ...constant(by), ...ADD_I32, ...set(local)],
];
export const STORE_I32: Code = [0x36, 2, 0];
export const STORE_F32: Code = [0x38, 2, 0];
export const ADD_F32: Code = [0x92];
export const DIVIDE_F32: Code = [0x95];
export const LARGER_F32: Code = [0x97];

const simd = (operation: number): Code => [0xfd, ...unsigned(operation)];
export const load = (offset: number): Code => [...simd(0x00), 4, offset];
export const store = (offset: number): Code => [...simd(0x0b), 4, offset];
/** v128.load8x8_s: eight 8-bit numbers as 16-bit ones. */
export const loadWidened = (offset: number): Code => [...simd(0x01), 3, offset];
/** v128.load32_splat: 32 bits, four times. */
export const loadRepeated = (offset: number): Code => [...simd(0x09), 2, offset];
/** i16x8.extend_low_i8x16_s, and the same for the high half. */
export const WIDEN_LOW = simd(0x87);
export const WIDEN_HIGH = simd(0x88);
/** i32x4.dot_i16x8_s: products of 16-bit numbers, added in pairs. */
export const MULTIPLY_PAIRS = simd(0xba);
export const ADD_WHOLE = simd(0xae);
/** f32x4.convert_i32x4_s */
export const TO_FLOATS = simd(0xfa);
export const ADD = simd(0xe4);
export const MULTIPLY = simd(0xe6);
/** f32x4.max */
export const LARGER = simd(0xe9);
/** f32x4.pmax: one instruction on common processors; f32x4.max takes several to handle NaN. */
export const LARGER_NUMBER = simd(0xeb);
/** f32x4.abs */
export const SIZE = simd(0xe0);
/** f32x4.nearest */
export const ROUND = simd(0x6a);
/** i32x4.trunc_sat_f32x4_s: NaN becomes 0. */
export const TO_WHOLE = simd(0xf8);
/** i16x8.narrow_i32x4_s */
export const NARROW = simd(0x85);
/** f32x4.splat */
export const REPEAT = simd(0x13);
export const ZEROS: Code = [...constant(0), ...simd(0x11)];
/** f32x4.extract_lane */
export const lane = (number: number): Code => [...simd(0x1f), number];

/** i32x4.extract_lane */
export const wholeLane = (number: number): Code => [...simd(0x1b), number];

/** Repeats the code, subtracting this number (up to 63) from the local each time, until it is 0. */
export const countDown = (local: number, by: number, code: Code): Code => [
  ...[0x03, 0x40, ...code, ...get(local), ...constant(by)],
  ...[0x6b, 0x22, local, 0x0d, 0, 0x0b],
];

/** A function without a result: the types of its parameters and of its other locals, which are numbered after them. */
export interface WasmFunction {
  readonly parameters: readonly number[];
  readonly locals: readonly number[];
  readonly code: Code;
}

/** The functions in the same order over that memory, or undefined if the engine lacks an instruction. */
export function compiled(functions: readonly WasmFunction[], memory: WasmMemory): unknown[] | undefined {
  const bytes = moduleOf(functions);
  if (!wasm.validate(bytes)) return undefined;
  const { exports } = new wasm.Instance(new wasm.Module(bytes), { m: { m: memory } });
  return functions.map((_, at) => exports[nameOf(at)]);
}

const nameOf = (at: number): string => String.fromCharCode(0x61 + at);

function moduleOf(functions: readonly WasmFunction[]): Uint8Array {
  const count = functions.length;
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [count, ...functions.flatMap(({ parameters }) => [0x60, parameters.length, ...parameters, 0])]),
    ...section(2, [1, 1, 0x6d, 1, 0x6d, 0x02, 0x00, 1]), // memory m.m
    ...section(3, [count, ...functions.keys()]),
    ...section(7, [count, ...functions.flatMap((_, at) => [1, nameOf(at).charCodeAt(0), 0x00, at])]),
    ...section(10, [count, ...functions.flatMap(({ locals, code }) => sized([...declared(locals), ...code, 0x0b]))]),
  ]);
}

const declared = (locals: readonly number[]): number[] => [locals.length, ...locals.flatMap((type) => [1, type])];

const section = (id: number, content: Code): number[] => [id, ...sized(content)];

const sized = (content: Code): number[] => [...unsigned(content.length), ...content];

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
