// Maps parts of the source to the test files that reach them. Built one test file at a time, and kept until the source
// or the test changes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { innermostPart } from './instrument.ts';
import type { Mutant } from './mutant.ts';

/** The parts that one test file reaches, as `src/http/gate/gate.ts:120`. */
export interface Reached {
  readonly test: string;
  readonly failed: number;
  readonly milliseconds: number;
  readonly parts: readonly string[];
}

/** The folder of the map. Parts are positions in the source, so a changed source needs another map. */
export function mapFolder(sources: readonly string[]): string {
  const state = createHash('sha256');
  for (const source of sources) state.update(source).update(readFileSync(source));
  const folder = `.cache/mutants/${state.digest('hex').slice(0, 16)}`;
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The note about the current version of a test file, in the map's folder. */
export function noteOf(test: string): string {
  const digest = createHash('sha256').update(readFileSync(test)).digest('hex').slice(0, 16);
  return `${test.replaceAll('/', '+')}.${digest}.json`;
}

/** The test files that have no useful note in the map yet, including those that failed. */
export function unmapped(folder: string, tests: readonly string[]): readonly string[] {
  const passed = new Set(readMap(folder, tests).flatMap(({ failed, test }) => (failed === 0 ? [test] : [])));
  return tests.filter((test) => !passed.has(test));
}

export const readMap = (folder: string, tests: readonly string[]): readonly Reached[] =>
  tests
    .map((test) => join(folder, noteOf(test)))
    .filter((note) => existsSync(note))
    .map((note) => JSON.parse(readFileSync(note, 'utf8')) as Reached);

/**
 * The test files that reach the mutant, nearest first: those with the same folder name, then the fastest. Skips files
 * that fail even without a mutant, because they prove nothing.
 */
export function testsThatReach(map: readonly Reached[], mutant: Mutant): readonly string[] {
  const part = `${mutant.file}:${innermostPart(readFileSync(mutant.file, 'utf8'), mutant.start)}`;
  const room = dirname(mutant.file).replace(/^src\//, '');
  const isNear = ({ test }: Reached): boolean =>
    room.startsWith('packages/') ? test.startsWith(room.replace(/\/src.*/, '/')) : test.startsWith(`test/${room}/`);
  return map
    .filter(({ failed, parts }) => failed === 0 && parts.includes(part))
    .sort((one, other) => Number(isNear(other)) - Number(isNear(one)) || one.milliseconds - other.milliseconds)
    .map(({ test }) => test);
}
