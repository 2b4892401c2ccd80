// Joins names in a sentence. Right-to-left names are isolated (Unicode Annex 9), otherwise two neighbors would swap
// places. Other names get no marks, so they can be copied cleanly.
import { locale } from './language.ts';

const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

let list: Intl.ListFormat | undefined;
let conjunction: Intl.ListFormat | undefined;

const isolated = (name: string): string => (FROM_RIGHT.test(name) ? `\u2068${name}\u2069` : name);

/** "a, b, c". */
export function listed(names: readonly string[]): string {
  list ??= new Intl.ListFormat(locale(), { type: 'unit', style: 'short' });
  return list.format(names.map(isolated));
}

/** "a, b and c" or "a, b, and c", depending on the language. */
export function joined(names: readonly string[]): string {
  conjunction ??= new Intl.ListFormat(locale(), { type: 'conjunction' });
  return conjunction.format(names.map(isolated));
}
