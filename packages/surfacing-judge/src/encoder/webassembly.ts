// The part of the WebAssembly API that this package uses. Every engine has it, but Node's types leave it to the DOM
// types.

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
