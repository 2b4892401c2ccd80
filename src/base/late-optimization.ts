// How long a function of WebAssembly must have run before V8 compiles it once more, optimized. Of a start of the
// embedded database, Node 20's seventh of what Node 24 has optimizes much, and the C library keeps the memory of that.
import { setFlagsFromString } from 'node:v8';

/** As Node 24 has it. */
const TIERING_BUDGET = 13_000_000;

/** For what is instantiated from now on, unless this process was started with another choice. */
export function optimizeLate(): void {
  if (process.execArgv.some((option) => option.startsWith('--wasm-tiering-budget='))) return;
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
}
