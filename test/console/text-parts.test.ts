import { expect, test } from 'vitest';
import { partsOf } from '../../console/src/write/draft/text-parts.ts';

const told = (before: string, after: string): string =>
  partsOf(before, after)
    .map(({ value, added, removed }) => (added === true ? `+${value}+` : removed === true ? `-${value}-` : value))
    .join('');

test.each([
  ['You get an advert that is fair.', 'You get an advert that is short.', 'You get an advert that is -fair-+short+.'],
  ['', 'A new sentence.', '+A new sentence.+'],
  ['An old sentence.', '', '-An old sentence.-'],
  ['The same.', 'The same.', 'The same.'],
])('compares similar texts word by word: %j, %j', (before, after, parts) => {
  expect(told(before, after)).toBe(parts);
});

test('shows texts with little in common in full, one after the other', () => {
  const [before, after] = ['You describe the role in your own words.', 'What I wrote is another sentence and my own.'];
  expect(told(before, after)).toBe(`-${before}-\n+${after}+`);
});
