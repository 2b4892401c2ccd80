// Mutants without a visible effect, each with its reason.
import { readFileSync } from 'node:fs';
import { changeOf, type Mutant } from './mutant.ts';

/** An entry is valid as long as its line is unchanged. */
export interface Equivalent {
  readonly file: string;
  readonly line: string;
  readonly change: string;
  readonly reason: string;
}

export const equivalents = JSON.parse(readFileSync('test/mutants/equivalents.json', 'utf8')) as readonly Equivalent[];

export const isMutant = ({ file, line, change }: Equivalent, mutant: Mutant): boolean =>
  file === mutant.file && line === mutant.context && change === changeOf(mutant);
