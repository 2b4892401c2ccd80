// The normal form of names: NFC, case-folded, trimmed.
import { expect, it } from 'vitest';
import { caseFold, normalForm } from '../src/normal-form.ts';

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

it('is idempotent', () => {
  for (const text of ['Straße', 'GROẞ', 'Σίσυφος', 'İstanbul', 'ﬀ', 'ŉ', 'ΐ'])
    expect(normalForm(normalForm(text))).toBe(normalForm(text));
});

it('folds ASCII the same way whether or not the text has other letters', () => {
  for (let code = 0; code < 128; code += 1) {
    const letter = String.fromCharCode(code);
    expect(caseFold(letter)).toBe(caseFold(`${letter}é`).slice(0, -1));
  }
});
