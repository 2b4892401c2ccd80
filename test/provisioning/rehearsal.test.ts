// Rehearsals of directory sync: the prediction equals the real run, and nothing is stored.
import type { JsonObject } from '@cairn/scim-protocol/json';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../../src/audit/read-audit.ts';
import { getConnection } from '../../src/directory/connections/connections.ts';
import { openRehearsals } from '../../src/doors/manage/rehearsal-routes.ts';
import { scimVerdict } from '../../src/doors/scim/scim-problem.ts';
import { sweepContent } from '../../src/provisioning/rehearsal/recorded-requests.ts';
import { rehearse } from '../../src/provisioning/rehearsal/rehearse.ts';
import type { ScimRequest } from '../../src/provisioning/rehearsal/rehearsed-request.ts';
import { sql, trusted } from '../../src/storage/sql.ts';
import { atCommandLine } from '../doors/manage/support.ts';
import { freshConnection, type ScimConnection, setAge, userBody } from '../doors/scim/support/connection.ts';
import { restrictedTrail } from '../doors/scim/support/restricted-trail.ts';
import { type Speaker, slugOf } from '../support/speaker.ts';
import type { TeamOptions } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const DAY_MS = 86_400_000;

interface Change {
  readonly kind: string;
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string };
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}
interface Line {
  readonly method: string;
  readonly resource: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly is_refused: boolean;
  readonly status: number | null;
  readonly scim_type: string | null;
  readonly explanation: string | null;
  readonly changes: readonly Change[];
}
interface Rehearsed {
  readonly is_complete: boolean;
  readonly skipped: number;
  readonly refused: number;
  readonly people: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly roles_before: readonly string[];
    readonly roles_after: readonly string[];
  }[];
  readonly seats: { readonly limit: number | null; readonly before: number; readonly after: number };
  readonly trails: readonly { readonly title: string; readonly gained: number; readonly lost: number }[];
  readonly lines: readonly Line[];
}
interface Request {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: JsonObject;
  readonly bulk_id?: string;
}
interface Provisioned extends ScimConnection {
  readonly admin: Speaker;
  readonly users: readonly string[];
}

/** A connection whose people are a day old, so that the guard counts them. */
async function provisioned(people: number, options: TeamOptions = {}): Promise<Provisioned> {
  const okta = await freshConnection(service, options);
  const admin = await atCommandLine(service, okta.team.team_id, okta.team.admin.id);
  const users: string[] = [];
  for (let n = 0; n < people; n += 1) users.push(await okta.user(`Person${String(n).padStart(3, '0')}`));
  await setAge(service, okta, DAY_MS);
  return { ...okta, admin, users };
}

const rehearsalsOf = (okta: ScimConnection) => `/manage/v1/connections/${okta.connection_id}/rehearsals`;
const rehearsed = async (okta: Provisioned, body: object): Promise<Rehearsed> => {
  const answer = await okta.admin.post<Rehearsed>(rehearsalsOf(okta), body);
  expect(answer.status).toBe(200);
  return answer.body;
};

/** All rows of all tables, except what every request of a session notes, and the log, which is written later. */
async function dump(): Promise<object> {
  const { database, dispatcher } = service.app;
  await dispatcher.round();
  const tables = await database.rows<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^provisioning_(log|days)' order by 1`);
  const rows = await database.rows<{ name: string; digest: string | null }>(
    trusted(
      tables
        .map(({ name }) => {
          const row = name === 'sessions' ? `to_jsonb(t) - 'last_used_at' - 'expires_at'` : 't';
          return `select '${name}' as name, md5(string_agg((${row})::text, E'\\n' order by (${row})::text)) as digest from "${name}" t`;
        })
        .join(' union all '),
    ),
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** What the real request did, as a line of a rehearsal. */
async function really(okta: ScimConnection, { method, path, body }: Request) {
  const { status, body: answered, headers } = await okta.send(method, path, body);
  const id = headers.get('request-id');
  const all = await readAudit(
    service.app.database,
    okta.team_id,
    { actor_id: okta.connection_id },
    {
      after: null,
      limit: 200,
    },
  );
  const changes = all.filter(({ request_id }) => request_id === id).reverse();
  const isRefused = status >= 400;
  return {
    id: typeof answered?.id === 'string' ? answered.id : undefined,
    line: {
      is_refused: isRefused,
      status: isRefused ? status : null,
      scim_type: isRefused ? (answered?.scimType ?? null) : null,
      explanation: isRefused ? answered?.detail : null,
      changes: changes.map(({ kind, subject, before, after }) => ({ kind, subject, before, after })),
    },
  };
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Numbers the ids in the order in which they occur, because new people have other ids in the real run. */
function numbered(lines: readonly object[]): string[] {
  const seen = new Map<string, number>();
  const name = (id: string): string => {
    if (!seen.has(id)) seen.set(id, seen.size);
    return `#${seen.get(id)}`;
  };
  return lines.map((line) => JSON.stringify(line).replaceAll(UUID, name));
}

const core = ({ is_refused, status, scim_type, explanation, changes }: Line) => ({
  is_refused,
  status,
  scim_type,
  explanation,
  changes,
});

const patched = (...Operations: readonly JsonObject[]): JsonObject => ({
  schemas: [PATCH_OP],
  Operations: [...Operations],
});

/** Random requests about existing and new people and groups. */
function randomRequests(okta: Provisioned, groups: readonly string[], count: number): Request[] {
  const mark = okta.connection_id;
  const made: string[] = [];
  const madeGroups: string[] = [];
  const random = fc.sample(fc.tuple(fc.nat(99), fc.nat(9_999), fc.nat(9_999)), { numRuns: count, seed: 54 });
  const pick = (ids: readonly string[], at: number): string => ids[at % ids.length] ?? '';
  return random.map(([kind, one, other], index): Request => {
    const user = pick([...okta.users, ...made], one);
    const group = pick([...groups, ...madeGroups], other);
    if (kind < 18) {
      made.push(`bulkId:u${index}`);
      return { method: 'POST', path: '/Users', bulk_id: `u${index}`, body: userBody(`New${one % 300}`, mark) };
    }
    if (kind < 24) {
      madeGroups.push(`bulkId:g${index}`);
      return {
        method: 'POST',
        path: '/Groups',
        bulk_id: `g${index}`,
        body: { displayName: `Group ${other % 40}`, members: [{ value: user }] },
      };
    }
    if (kind < 42) {
      const active = { op: 'replace', path: 'active', value: kind % 3 === 0 };
      return { method: 'PATCH', path: `/Users/${user}`, body: patched(active) };
    }
    if (kind < 52)
      return {
        method: 'PATCH',
        path: `/Users/${user}`,
        body: patched({ op: 'replace', value: { title: `T${other % 5}` } }),
      };
    if (kind < 58) return { method: 'PUT', path: `/Users/${user}`, body: userBody(`Renamed${one % 50}`, mark) };
    if (kind < 64) return { method: 'DELETE', path: `/Users/${user}` };
    if (kind < 68) return { method: 'DELETE', path: `/Groups/${group}` };
    if (kind < 80)
      return {
        method: 'PATCH',
        path: `/Groups/${group}`,
        body: patched({ op: 'add', path: 'members', value: [{ value: user }] }),
      };
    if (kind < 88)
      return {
        method: 'PATCH',
        path: `/Groups/${group}`,
        body: patched({ op: 'remove', path: `members[value eq "${user}"]` }),
      };
    if (kind < 92)
      return {
        method: 'PUT',
        path: `/Groups/${group}`,
        body: { displayName: `Group ${one % 40}`, members: [{ value: user }] },
      };
    if (kind < 96) return { method: 'PATCH', path: `/Users/${user}`, body: patched({ op: 'frobnicate' }) };
    return { method: 'POST', path: '/Users', body: { displayName: 'Without a name' } };
  });
}

test('predicts 1,000 requests line by line, and leaves every row of the database as it was', async () => {
  const okta = await provisioned(60, { seat_limit: 120 });
  const groups = [
    await okta.group('Sales', okta.users.slice(0, 20)),
    await okta.group('Support', okta.users.slice(10, 40)),
  ];
  const { admin } = okta;
  expect((await admin.put(`/manage/v1/groups/${groups[0]}/roles`, { roles: ['author'] })).status).toBeLessThan(300);
  const requests = randomRequests(okta, groups, 1_000);
  await expect
    .poll(
      async () =>
        (await admin.get<{ items: object[] }>(`/manage/v1/connections/${okta.connection_id}/log?limit=100`)).body.items
          .length,
    )
    .toBe(62);
  const before = await dump();
  const { lines, is_complete, seats } = await rehearsed(okta, { requests });
  expect(await dump()).toEqual(before);
  expect(is_complete).toBe(true);
  const ids = new Map<string, string>();
  const real = [];
  for (const request of requests) {
    const text = JSON.stringify(request).replaceAll(/bulkId:\w+/g, (name) => ids.get(name) ?? name);
    const { id, line } = await really(okta, JSON.parse(text));
    if (request.bulk_id !== undefined && id !== undefined) ids.set(`bulkId:${request.bulk_id}`, id);
    real.push(line);
  }
  expect(numbered(lines.map(core))).toEqual(numbered(real));
  expect(lines.filter(({ is_refused }) => is_refused).length).toBeGreaterThan(50);
  expect(new Set(lines.flatMap(({ changes }) => changes.map(({ kind }) => kind))).size).toBeGreaterThan(10);
  const { body } = await admin.get<{ seats_used: number }>('/manage/v1/team');
  expect(body.seats_used).toBe(seats.after);
}, 240_000);

test('shows who a shorter list would suspend, which roles and seats they lose, and who would join', async () => {
  const okta = await provisioned(40);
  const { admin, users } = okta;
  const authors = await okta.group('Authors', users.slice(0, 30));
  await admin.put(`/manage/v1/groups/${authors}/roles`, { roles: ['author'] });
  const userName = (name: string) => userBody(name, okta.connection_id).userName ?? '';
  const joiner = userBody('Joiner', okta.connection_id);
  const stays = { userName: String(userName('Person039')).toUpperCase() };
  const list = {
    users: [stays, joiner],
    groups: [{ displayName: 'Authors', members: [{ value: joiner.userName }, { value: 'nobody@example.com' }] }],
  };
  const { people, seats, lines } = await rehearsed(okta, { list });
  const outcomes = (outcome: string) => people.filter((person) => person.outcome === outcome);
  expect(outcomes('suspended')).toHaveLength(39);
  expect(outcomes('created')).toMatchObject([{ name: 'Joiner', roles_after: ['author', 'member'] }]);
  expect(outcomes('suspended')[0]).toMatchObject({ roles_before: ['author', 'member'], roles_after: [] });
  expect(seats.after - seats.before).toBe(1 - 39);
  expect(lines).toHaveLength(2 + 1 + 39);
  expect(lines[2]).toMatchObject({ resource: 'Group', is_refused: false });
  const kept = await rehearsed(okta, { list: { ...list, is_complete: false } });
  expect(kept.lines).toHaveLength(3);
  expect(kept.people.map(({ outcome }) => outcome)).not.toContain('suspended');
  expect((await okta.get(`/Users/${users[0]}`)).body.active).toBe(true);
});

test('shows which restricted trails people would gain and lose', async () => {
  const okta = await provisioned(3);
  const { admin, users } = okta;
  const group = await okta.group('Support', users.slice(0, 2));
  const trail_id = await restrictedTrail(service, okta, group);
  const members = patched({ op: 'replace', path: 'members', value: [{ value: users[2] ?? '' }] });
  const path = `/Groups/${group}`;
  const replaced = await rehearsed(okta, { requests: [{ method: 'PATCH', path, body: members }] });
  expect(replaced.trails).toMatchObject([{ trail_id, title: 'Answer a refund', gained: 1, lost: 2 }]);
  const deleted = await rehearsed(okta, { requests: [{ method: 'DELETE', path }] });
  expect(deleted.trails).toMatchObject([{ trail_id, gained: 0, lost: 2 }]);
  expect((await admin.get(`/manage/v1/groups/${group}`)).status).toBe(200);
});

test('refuses garbage, other workspaces, and a third rehearsal at the same time', async () => {
  const okta = await provisioned(1);
  const neighbor = await provisioned(1);
  const post = (body: unknown) => okta.admin.post<Rehearsed>(rehearsalsOf(okta), body);
  for (const body of [
    {},
    { requests: [], list: { users: [] } },
    { requests: [{ method: 'HEAD', path: '/Users' }] },
    { requests: [{ method: 'POST', path: '/Users/x' }] },
    { requests: [{ method: 'PUT', path: '/Users' }] },
    { requests: [{ method: 'POST', path: '/Bulk' }] },
    { list: { users: [7] } },
  ])
    expect(slugOf(await post(body))).toBe('validation');
  expect(slugOf(await okta.admin.post(rehearsalsOf(neighbor), { requests: [] }))).toBe('not-found');
  const garbage = [{}, { userName: 7 }, { userName: '\u202e' }, { emails: 'x' }];
  const { refused } = await rehearsed(okta, {
    requests: garbage.map((body) => ({ method: 'POST', path: '/Users', body })),
  });
  expect(refused).toBe(garbage.length);
  const stranger = { method: 'DELETE', path: `/Users/${neighbor.users[0]}` };
  expect((await rehearsed(okta, { requests: [stranger] })).lines[0]).toMatchObject({ status: 404, changes: [] });
  const turns = openRehearsals();
  const [running, waiting] = [1, 2].map((n) => turns('a', async () => n));
  await expect(turns('a', async () => 3)).rejects.toMatchObject({ slug: 'not-ready' });
  expect(await Promise.all([running, waiting, turns('another workspace', async () => 4)])).toEqual([1, 2, 4]);
});

test('ends with its caller, and stores nothing', async () => {
  const okta = await provisioned(2);
  const { database } = service.app;
  const connection = await getConnection(database, okta.team_id, okta.connection_id);
  const left = new AbortController();
  const rules = { verdictOf: scimVerdict, endRights: async () => {}, openTrails: async () => [] };
  const options = { team_id: okta.team_id, connection, base: 'https://x', now: service.clock(), signal: left.signal };
  const remove = (id: string): ScimRequest => ({ method: 'DELETE', resource: 'User', id, body: undefined });
  const requests = function* () {
    yield remove(okta.users[0] ?? '');
    left.abort(new Error('The caller left.'));
    yield remove(okta.users[1] ?? '');
  };
  const before = await dump();
  await expect(rehearse(database, rules, options, async () => ({ requests: requests(), skipped: 0 }))).rejects.toThrow(
    'The caller left.',
  );
  expect(await dump()).toEqual(before);
});

test('runs what a paused connection refused, and keeps its content for a week and without passwords', async () => {
  const okta = await provisioned(12);
  const { admin, users } = okta;
  const path = `/manage/v1/connections/${okta.connection_id}`;
  const change = (settings: object) => admin.patch(path, settings);
  const kept = () =>
    service.app.database.rows<{ sent: string | null }>(sql`
      select sent from provisioning_log
      where team_id = ${okta.team_id} and connection_id = ${okta.connection_id} and outcome = 'refused'
      order by entry_id`);
  await change({ paused: true, keeps_requests: true });
  const secret = { ...userBody('Joiner', okta.connection_id), password: 'a secret of Okta' };
  const reset = [
    { op: 'replace', path: 'password', value: 'a secret of Okta' },
    { op: 'replace', path: 'active', value: false },
  ];
  expect((await okta.post('/Users', secret)).status).toBe(429);
  expect((await okta.patch(`/Users/${users[0]}`, reset)).status).toBe(429);
  for (const id of users.slice(1)) expect((await okta.delete(`/Users/${id}`)).status).toBe(429);
  expect((await okta.get('/Users')).status).toBe(200);
  await expect.poll(async () => (await kept()).length).toBe(13);
  expect(JSON.stringify(await kept())).not.toContain('secret');
  const { lines, people, skipped } = await rehearsed(okta, { log: { only_refused: true } });
  expect(skipped).toBe(0);
  expect(lines.map(({ method }) => method)).toEqual(['POST', 'PATCH', ...Array(11).fill('DELETE')]);
  expect(people.map(({ outcome }) => outcome).sort()).toEqual(['created', ...Array(12).fill('suspended')]);
  await sweepContent(service.app.database, Date.now() + 8 * DAY_MS);
  expect((await rehearsed(okta, { log: { only_refused: true } })).skipped).toBe(2);
  await change({ keeps_requests: false });
  expect((await okta.post('/Users', secret)).status).toBe(429);
  await expect.poll(async () => (await kept()).length).toBe(14);
  expect((await kept()).at(-1)?.sent).toBeNull();
});

test('replays the last cycle with the ids that its people and groups get now', async () => {
  const okta = await provisioned(1);
  await okta.admin.patch(`/manage/v1/connections/${okta.connection_id}`, { keeps_requests: true });
  const ana = await okta.user('Ana');
  const sales = await okta.group('Sales', [ana]);
  await okta.patch(`/Groups/${sales}`, [{ op: 'remove', path: `members[value eq "${ana}"]` }]);
  await okta.delete(`/Groups/${sales}`);
  await okta.delete(`/Users/${ana}`);
  await expect
    .poll(async () => (await rehearsed(okta, { log: { from: '2020-01-01T00:00:00Z' } })).lines.length)
    .toBe(5);
  const { lines } = await rehearsed(okta, { log: {} });
  expect(lines.map(({ is_refused, name }) => [is_refused, name?.slice(0, 5)])).toEqual([
    [false, 'ana.'.concat(lines[0]?.name?.[4] ?? '')],
    [false, 'Sales'],
    [false, 'Sales'],
    [false, 'Sales'],
    [false, lines[0]?.name?.slice(0, 5)],
  ]);
});

test('answers reads and searches from the state so far, if asked for answers', async () => {
  const okta = await provisioned(1);
  const userName = String(userBody('Ana', okta.connection_id).userName);
  const search = `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}&attributes=userName`;
  const requests = [
    { method: 'GET', path: search },
    { method: 'POST', path: '/Users', body: userBody('Ana', okta.connection_id), bulk_id: 'ana' },
    { method: 'GET', path: search },
    { method: 'GET', path: '/Users/bulkId:ana' },
    { method: 'GET', path: '/Users?cursor' },
    { method: 'GET', path: '/Groups/nothing' },
    { method: 'GET', path: '/Users?filter=userName%20zz%20%22x%22' },
  ];
  const { lines } = await rehearsed(okta, { requests, with_answers: true });
  const answers = lines.map((line) => (line as Line & { answer: JsonObject | null }).answer);
  expect(answers[0]).toMatchObject({ totalResults: 0, Resources: [] });
  expect(answers[2]).toMatchObject({ totalResults: 1, Resources: [{ userName }] });
  expect(answers[3]).toMatchObject({ userName, active: true, id: lines[1]?.id });
  expect(lines.slice(5).map(({ status, scim_type }) => [status, scim_type])).toEqual([
    [404, null],
    [400, 'invalidFilter'],
  ]);
  const { lines: without } = await rehearsed(okta, { requests });
  expect(without.every((line) => (line as Line & { answer: unknown }).answer === null)).toBe(true);
});
