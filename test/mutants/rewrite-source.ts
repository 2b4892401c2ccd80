// What Vite does with a source file in a run of the tests: it takes the mutant in, or the notes of what is reached. No
// file changes on disk, so a run that is ended leaves nothing behind.
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
    // What is kept of transformed modules holds for all others: a file is another one with notes, or with each mutant.
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
