// Test files share a process (`isolate: false`). If one of them leaves a replaced global behind, another one hangs
// minutes later. Every file therefore starts with the original globals. A spy over a fake timer is restored after its
// file has ended, and the folders that the file has created are removed.
import { afterAll, beforeAll, expect } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

const NAMES = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'Date', 'fetch'] as const;
const FOUND = Symbol.for('cairn.globals-as-found');

const shared = globalThis as { [FOUND]?: readonly unknown[] };
shared[FOUND] ??= NAMES.map((name) => globalThis[name]);
const found = shared[FOUND];
const replaced = (): readonly string[] => NAMES.filter((name, at) => globalThis[name] !== found[at]);

beforeAll(() => expect(replaced(), 'globals that a file before this one left replaced').toEqual([]));
// The hooks of the file run before these, because these were registered first.
afterAll(removeTemporaryFolders);
afterAll(() => expect(replaced(), 'globals that this file leaves replaced').toEqual([]));
