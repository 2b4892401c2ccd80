// The suite's own configuration, with a mutant in one source file or with notes of what each test file reaches.
import { resolve } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import suite from '../../vitest.config.ts';
import { rewriteSource } from './rewrite-source.ts';

const root = resolve(import.meta.dirname, '../..');

export default mergeConfig(
  suite,
  defineConfig({
    root,
    plugins: [rewriteSource(root)],
    test: {
      setupFiles: ['test/mutants/note-reached.ts'],
      dangerouslyIgnoreUnhandledErrors: false,
      // A mutant that lets a test pass the second time was noticed the first.
      retry: 0,
      // What a module does when it is loaded is reached by every file that loads it, not only by the first in a
      // process.
      isolate: process.env.CAIRN_MUTANTS_REACHED !== undefined,
    },
  }),
);
