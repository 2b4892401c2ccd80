// One small change of a source file that a test should notice.

export interface Mutant {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** The character range in the file, from `start` up to but not including `end`. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly kind: string;
  readonly line: number;
  /** The whole line in which it starts. */
  readonly context: string;
  /** The original code, on one line. */
  readonly original: string;
}

/** The name of a mutant in the table and in equivalents.json. */
export const changeOf = ({ original, replacement }: Mutant): string => `${original} → ${oneLine(replacement)}`;

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const applied = (source: string, { start, end, replacement }: Mutant): string =>
  `${source.slice(0, start)}${replacement}${source.slice(end)}`;
