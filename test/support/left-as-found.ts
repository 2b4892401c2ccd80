// Files share a process (`isolate: false`), so that what one leaves in the place of a global hangs another one, minutes
// later and elsewhere. Every file finds them as the first one did; a spy over a fake timer comes back after its file
// has ended. The folders that it made go with it.
import { afterAll, beforeAll, expect } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

const NAMES = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'Date', 'fetch'] as const;
const FOUND = Symbol.for('cairn.globals-as-found');

const shared = globalThis as { [FOUND]?: readonly unknown[] };
shared[FOUND] ??= NAMES.map((name) => globalThis[name]);
const found = shared[FOUND];
const replaced = (): readonly string[] => NAMES.filter((name, at) => globalThis[name] !== found[at]);

beforeAll(() => expect(replaced(), 'globals that a file before this one left replaced').toEqual([]));
// Hooks of the file end before these, which came first.
afterAll(removeTemporaryFolders);
afterAll(() => expect(replaced(), 'globals that this file leaves replaced').toEqual([]));
