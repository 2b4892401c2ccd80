// One small change of a source file that a test should notice.

export interface Mutant {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** Where in the file, in characters: `start` included, `end` not. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly kind: string;
  readonly line: number;
  /** The whole line that it begins on. */
  readonly context: string;
  /** What stood there, on one line. */
  readonly original: string;
}

/** How a mutant is named, in the table and in equivalents.json. */
export const changeOf = ({ original, replacement }: Mutant): string => `${original} → ${oneLine(replacement)}`;

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const applied = (source: string, { start, end, replacement }: Mutant): string =>
  `${source.slice(0, start)}${replacement}${source.slice(end)}`;
