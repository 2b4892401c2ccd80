// V8 forgets what it compiled of the embedded database when the last one of a process is closed, and compiles it again
// for the next one: half of what opening one costs. While a module of the same bytes is alive it is kept.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Node's types leave it out. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object };

const KEPT = Symbol.for('cairn.kept-engine');
const shared = globalThis as { [KEPT]?: object };
const { resolve } = createRequire(import.meta.url);
shared[KEPT] ??= new WebAssembly.Module(readFileSync(resolve('@electric-sql/pglite/pglite.wasm')));
