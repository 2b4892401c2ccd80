// The suite's configuration, with a mutant in one source file or with notes of reached parts.
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
      // A mutant that fails only the first attempt was noticed.
      retry: 0,
      // Every file that loads a module reaches its top-level code, not only the first one in a process.
      isolate: process.env.CAIRN_MUTANTS_REACHED !== undefined,
    },
  }),
);
