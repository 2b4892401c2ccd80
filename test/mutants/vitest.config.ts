// The configuration of the suite, with a mutant in one source file or with notes about reached parts.
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
      // A mutant counts as noticed even if only the first attempt fails.
      retry: 0,
      // Every test file that loads a module reaches its top-level code, not only the first file in a process.
      isolate: process.env.CAIRN_MUTANTS_REACHED !== undefined,
    },
  }),
);
