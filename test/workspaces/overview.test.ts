// The list of what needs attention, on both sides of each limit: rows that are slightly earlier, fewer or more.
import { expect, test } from 'vitest';
import {
  firstDay,
  HAND_KINDS,
  handsNeeded,
  type PeopleOverview,
  type TrailsOverview,
} from '../../src/workspaces/overview.ts';

type Connection = PeopleOverview['sync']['connections'][number];
type Ending = PeopleOverview['ending'][number];
type Waiting = TrailsOverview['waiting'];
type WaitingTrail = Waiting['reviews']['items'][number];

const NOBODY: Waiting['reviews'] = { total: 0, items: [] };
const trails = (waiting: Partial<Waiting> = {}): TrailsOverview => ({
  counts: { draft: 0, live: 0, archived: 0 },
  waiting: { reviews: NOBODY, approvals: NOBODY, failed_schedules: NOBODY, failing_examples: NOBODY, ...waiting },
  coming: { total: 0, items: [] },
  use: { by_day: [], unanswered: [] } as unknown as TrailsOverview['use'],
});

const people = (
  { used = 1, limit = null }: { used?: number; limit?: number | null } = {},
  connections: readonly Partial<Connection>[] = [],
  ending: readonly Ending[] = [],
): PeopleOverview => ({
  seats: { used, limit, by_day: [] },
  ending,
  sync: {
    connections: connections.map((one) => ({ ...CONNECTION, ...one })),
    by_day: [],
  },
});

const CONNECTION = {
  id: 'c',
  name: 'Okta',
  enabled: true,
  paused: false,
  suspended: 0,
  troubles: 0,
  repeated: 0,
} as Connection;

const kinds = (overview: PeopleOverview | null, waiting?: Partial<Waiting>): string[] =>
  handsNeeded(trails(waiting), overview).map(({ kind }) => kind);

test.each([
  [4, 5, []],
  [5, 5, ['seats-full']],
  [6, 5, ['seats-full']],
  [6, null, []],
])('reports %i seats of %s', (used, limit, expected) => {
  expect(kinds(people({ used, limit }))).toEqual(expected);
});

test.each<[string, Partial<Connection>, readonly [string, number][]]>([
  ['without problems', {}, []],
  ['with one suspended person', { suspended: 1 }, [['people-suspended', 1]]],
  ['with a refused request', { troubles: 1 }, [['requests-refused', 1]]],
  ['with the maximum of counted refusals', { troubles: 1_000 }, [['requests-refused', 1_000]]],
  ['with more refusals than counted', { troubles: 1_001 }, [['requests-refused', 1_000]]],
  ['with repeated writes', { repeated: 2 }, [['writes-without-effect', 2]]],
  [
    'with both',
    { troubles: 1, repeated: 1_001 },
    [
      ['requests-refused', 1],
      ['writes-without-effect', 1_000],
    ],
  ],
  ['that is paused', { paused: true }, [['connection-paused', 1]]],
  ['that is off', { paused: true, troubles: 3, enabled: false }, []],
  ['that is off with suspended people', { suspended: 2, troubles: 3, enabled: false }, [['people-suspended', 2]]],
])('reports a connection %s', (_, connection, expected) => {
  const hands = handsNeeded(trails(), people({}, [{ id: 'another' }, connection]));
  expect(hands).toEqual(expected.map(([kind, count]) => ({ kind, id: 'c', name: 'Okta', count, at: null })));
});

test.each([
  ['api_key', false, 'key-ending'],
  ['api_key', true, 'key-ending'],
  ['connection', false, 'connection-ending'],
  ['connection', true, 'connection-closed'],
])('reports an expired credential of the kind %s: %s', (kind, has_ended, expected) => {
  const ending = [{ kind, id: 'k', name: 'CI', expires_at: '2026-12-01T00:00:00Z', has_ended }];
  expect(handsNeeded(trails(), people({}, [], ending))).toEqual([
    { kind: expected, id: 'k', name: 'CI', count: 1, at: '2026-12-01T00:00:00Z' },
  ]);
});

test.each([
  [1, 'one'],
  [2, null],
])('names the first of the waiting trails, %i in total', (total, id) => {
  const items = [{ id: 'one', title: 'First', review_by: '2026-12-01' } as WaitingTrail];
  expect(handsNeeded(trails({ reviews: { total, items } }), null)).toEqual([
    { kind: 'reviews-due', id, name: 'First', count: total, at: '2026-12-01' },
  ]);
});

test('lists the most urgent items first, from any room', () => {
  const items = [{ id: 'one', title: 'First', review_by: null } as WaitingTrail];
  const one = { total: 1, items };
  const waiting = { reviews: one, approvals: one, failed_schedules: one, failing_examples: one };
  const ending = ['api_key', 'connection', 'connection'].map((kind, at) => ({
    ...{ kind, id: `${at}`, name: `${at}`, expires_at: null, has_ended: at === 2 },
  }));
  const connections = [{ suspended: 1, paused: true, troubles: 1, repeated: 1 }];
  expect(kinds(people({ used: 1, limit: 1 }, connections, ending), waiting)).toEqual([...HAND_KINDS]);
  expect(kinds(null, waiting)).toEqual(HAND_KINDS.slice(-4));
});

test('draws charts of thirty days, including today', () => {
  expect(firstDay(Date.parse('2026-11-30T00:00:00Z'))).toBe('2026-11-01');
  expect(firstDay(Date.parse('2026-11-30T23:59:59Z'))).toBe('2026-11-01');
});
