// As much of WebAssembly as the encoder and the comparing of its vectors use. Every engine has it, but Node's types
// leave it to those of browsers.

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

interface Wasm {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: Readonly<Record<string, object>>) => WasmInstance;
  validate(bytes: Uint8Array): boolean;
}

export const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: Wasm };

// What modules are written with: the WebAssembly binary format (sections 5.3 to 5.5 of its specification).
export const I32 = 0x7f;
export const V128 = 0x7b;
export const VOID = 0x40;

export function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)];
}

export function sized(content: readonly number[]): number[] {
  return [...unsigned(content.length), ...content];
}

/** LEB128. */
export function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
