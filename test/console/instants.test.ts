// Relative times, past and future.
import { expect, test } from 'vitest';
import { roughly } from '../../console/src/parts/texts/formats.ts';

const NOW = Date.parse('2027-01-15T09:30:00Z');
const minutesFrom = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();

test.each([
  [-180, '3 hours ago'],
  [-5, '5 minutes ago'],
  [-0.5, 'just now'],
  [0, 'just now'],
  [0.01, 'just now'],
  [5, 'just now'],
])('never shows an event from %d minutes ago as future, even if the clock is slow', (minutes, said) => {
  expect(roughly(minutesFrom(minutes), NOW, false)).toBe(said);
});

test.each([
  [180, 'in 3 hours'],
  [0.5, 'in a moment'],
  [0, 'in a moment'],
  [-5, 'in a moment'],
])('never shows an event in %d minutes as past, even if the clock is fast', (minutes, said) => {
  expect(roughly(minutesFrom(minutes), NOW, true)).toBe(said);
});
