// Vite's plugin for source files in a test run. It inserts the mutant or the notes. No file on disk changes, so an
// interrupted run leaves nothing behind.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Vite } from 'vitest/node';
import { instrumented } from './instrument.ts';
import { applied, type Mutant } from './mutant.ts';

export function rewriteSource(root: string): Vite.Plugin {
  const mutantFile = process.env.CAIRN_MUTANT;
  const mutant = mutantFile === undefined ? undefined : (JSON.parse(readFileSync(mutantFile, 'utf8')) as Mutant);
  const noted = process.env.CAIRN_MUTANTS_REACHED === undefined ? undefined : /^(src|packages\/[\w-]+\/src)\/.*\.ts$/;
  const fileOf = (id: string): string => relative(root, id.replace(/\?.*$/, ''));
  return {
    name: 'cairn-mutants',
    enforce: 'pre',
    // The cache of transformed modules must distinguish between a file with notes and with each mutant.
    configureVitest({ experimental_defineCacheKeyGenerator: keyedBy }) {
      keyedBy(({ id }) => {
        const file = fileOf(id);
        return mutant?.file === file ? false : noted?.test(file) ? 'noted' : '';
      });
    },
    transform(code, id) {
      const file = fileOf(id);
      if (mutant?.file === file) return { code: applied(code, mutant), map: null };
      if (noted?.test(file)) return { code: instrumented(file, code), map: null };
      return null;
    },
  };
}
