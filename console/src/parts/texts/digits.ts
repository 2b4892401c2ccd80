import { locale } from './language.ts';

let digits: Intl.NumberFormat | undefined;

/** "1,200". */
export function inDigits(value: number): string {
  digits ??= new Intl.NumberFormat(locale());
  return digits.format(value);
}
