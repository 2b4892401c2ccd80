import type { Numbers } from '../../../../src/base/texts/format-message.ts';
import { locale } from './language.ts';

let digits: Intl.NumberFormat | undefined;

/** "1,200". */
export function inDigits(value: number): string {
  digits ??= new Intl.NumberFormat(locale());
  return digits.format(value);
}

let rules: Intl.PluralRules | undefined;

/** How the language of the page writes and counts numbers in messages. */
export const numbers: Numbers = {
  digits: inDigits,
  plural(count) {
    rules ??= new Intl.PluralRules(locale());
    return rules.select(count);
  },
};
