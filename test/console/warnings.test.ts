import { expect, test } from 'vitest';
import { warningsOf } from '../../console/src/admin/warnings.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const inDays = (days: number): string => new Date(NOW + days * 86_400_000).toISOString();

type Team = NonNullable<Parameters<typeof warningsOf>[0]>;
type Connection = Parameters<typeof warningsOf>[1][number];
type Key = Parameters<typeof warningsOf>[2][number];

const team = (seats_used: number, seat_limit: number | null) => ({ seats_used, seat_limit }) as Team;
const connection = (states: readonly string[], more: object = {}) =>
  ({
    id: 'c',
    name: 'Okta',
    enabled: true,
    recent_troubles: 0,
    held: { since: null, waiting: 0, kept: 0 },
    paused: false,
    tokens: states.map((state) => ({ state, expires_at: inDays(10) })),
    ...more,
  }) as Connection;
const key = (expires_at: string | null, more: object = {}) =>
  ({ name: 'CI', expires_at, revoked_at: null, replaced_by: null, ...more }) as Key;

const texts = (...given: [Team | undefined, Connection[], Key[]]): string[] =>
  warningsOf(...given, NOW).map(({ text }) => text);

test('warns when the last seat is taken, and not before or where there is no limit', () => {
  expect(texts(team(20, 20), [], [])).toEqual(['All 20 seats are taken: nobody can be added or reactivated.']);
  expect(texts(team(19, 20), [], [])).toEqual([]);
  expect(texts(team(500, null), [], [])).toEqual([]);
});

test('warns of a token that expires within 30 days unless another one is good for longer', () => {
  expect(texts(undefined, [connection(['expiring'])], [])).toEqual(['The token of "Okta" expires on']);
  expect(texts(undefined, [connection(['expiring', 'valid'])], [])).toEqual([]);
});

test('warns of people who are held, and of a pause', () => {
  const held = { held: { since: inDays(0), waiting: 42, kept: 0 } };
  expect(texts(undefined, [connection(['valid'], held)], [])).toEqual([
    '"Okta" asks to deactivate 42 people at once. They are held until you decide.',
  ]);
  expect(texts(undefined, [connection(['valid'], { paused: true })], [])).toHaveLength(1);
});

test('warns of a connection without a good token and of refused requests, never of a disabled one', () => {
  expect(texts(undefined, [connection(['expired', 'revoked'])], [])).toEqual([
    '"Okta" has no good token: its requests are refused.',
  ]);
  expect(texts(undefined, [connection(['valid'], { recent_troubles: 2 })], [])).toEqual([
    '"Okta" had 2 requests refused in the last 24 hours.',
  ]);
  expect(texts(undefined, [connection([], { enabled: false, recent_troubles: 2 })], [])).toEqual([]);
});

test('warns of an API key that expires within 30 days, not of one that is revoked, replaced, expired or lasting', () => {
  expect(texts(undefined, [], [key(inDays(29))])).toEqual(['The API key "CI" expires on']);
  const quiet = [
    key(inDays(31)),
    key(inDays(-1)),
    key(null),
    key(inDays(5), { revoked_at: inDays(-1) }),
    key(inDays(5), { replaced_by: 'k' }),
  ];
  expect(texts(undefined, [], quiet)).toEqual([]);
});
