// Finds long runs of characters without reading every character: a run of n characters covers every n-th place.
import type { Reading } from './safety-finding.ts';

/** Calls `onRun` for each run of at least `shortest` characters that are in `table`. */
export function forEachRun(
  { codes, text: { length } }: Reading,
  table: Uint8Array,
  shortest: number,
  onRun: (from: number, to: number) => void,
): void {
  for (let probe = shortest - 1; probe < length; ) {
    if (table[codes[probe] ?? 0] === 0) {
      probe += shortest;
      continue;
    }
    const earliest = probe - shortest + 1;
    let from = probe;
    while (from > earliest && table[codes[from - 1] ?? 0] === 1) from -= 1;
    let to = probe + 1;
    while (to < length && table[codes[to] ?? 0] === 1) to += 1;
    if (to - from >= shortest) onRun(from, to);
    probe = to + shortest;
  }
}

/** The table of the ASCII characters that match `pattern`. */
export const tableOf = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, code) => Number(code < 128 && pattern.test(String.fromCharCode(code))));
