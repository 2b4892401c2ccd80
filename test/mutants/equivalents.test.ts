import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { equivalents, isMutant } from './equivalents.ts';
import { findMutants } from './find-mutants.ts';
import type { Mutant } from './mutant.ts';

const mutantsOf = (file: string): readonly Mutant[] =>
  existsSync(file) ? findMutants(file, readFileSync(file, 'utf8')) : [];

test('lists each equivalent mutant only once, and only if its code still exists', () => {
  const mutants = new Map([...new Set(equivalents.map(({ file }) => file))].map((file) => [file, mutantsOf(file)]));
  const stale = equivalents.filter((one) => !mutants.get(one.file)?.some((mutant) => isMutant(one, mutant)));
  expect(stale).toEqual([]);
  const names = equivalents.map(({ file, line, change }) => `${file} ${line} ${change}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
