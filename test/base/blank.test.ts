import { expect, test } from 'vitest';
import { isBlank } from '../../src/base/text.ts';

test.each([
  '',
  ' \n\t',
  '\u00a0\u3000',
  '\u200b',
  '\u2060',
  '\u00ad',
  '\ufeff',
  '\u2800',
  '\u3164\u115f',
  '\u{e0100}',
  '\u0007',
  '\u001b\u0085',
])('treats %j as blank', (text) => expect(isBlank(text)).toBe(true));

test.each(['a', ' a ', '\u200ba', '0', '-', '\u0301', '🥾', 'می\u200cخواهم'])('does not treat %j as blank', (text) =>
  expect(isBlank(text)).toBe(false),
);
