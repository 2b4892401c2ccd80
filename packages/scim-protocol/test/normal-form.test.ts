// Names compare in one form: NFC, case folded, without outer blanks.
import { expect, it } from 'vitest';
import { normalForm } from '../src/normal-form.ts';

it.each([
  ['Straße', 'STRASSE'],
  ['GROẞ', 'groß'],
  ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
  ['e\u0301', 'É'],
  ['\u212a', 'k'],
  ['  Sales\u00a0', 'sales'],
])('%s is %s', (left, right) => {
  expect(normalForm(left)).toBe(normalForm(right));
});

it.each([
  ['Team ²', 'Team 2'],
  ['ﬀ', 'fg'],
  ['Ａ', 'A'],
  ['Sales', 'Sale s'],
])('%s is not %s', (left, right) => {
  expect(normalForm(left)).not.toBe(normalForm(right));
});

it('is its own normal form', () => {
  for (const text of ['Straße', 'GROẞ', 'Σίσυφος', 'İstanbul', 'ﬀ', 'ŉ', 'ΐ'])
    expect(normalForm(normalForm(text))).toBe(normalForm(text));
});
