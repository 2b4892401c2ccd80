// Options that several commands share, and how their values are read.
import { InvalidArgumentError, Option } from 'commander';

export const JSON_OPTION = (): Option => new Option('--json', 'print one JSON value, for scripts');

/** A whole number from 1. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

/** A whole number from 1, or `none`. */
export const wholeNumberOrNone = (text: string): number | null => (text === 'none' ? null : wholeNumber(text));

export function onOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be on or off.');
  return text === 'on';
}

/** `a, b,c` as three names. */
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** What to call a person of whom only the address is known. */
export const nameOf = (email: string): string => email.split('@', 1)[0] ?? email;
