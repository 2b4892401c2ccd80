// When a process closes its last embedded database, V8 drops the compiled code and has to compile it again for the next
// one, which is half the cost of opening it. V8 keeps the code as long as a module with the same bytes exists.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Node's types do not include it. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object };

const KEPT = Symbol.for('cairn.kept-engine');
const shared = globalThis as { [KEPT]?: object };
const { resolve } = createRequire(import.meta.url);
shared[KEPT] ??= new WebAssembly.Module(readFileSync(resolve('@electric-sql/pglite/pglite.wasm')));
