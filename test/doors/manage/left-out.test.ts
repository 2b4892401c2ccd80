// Tests the defaults of omitted values, and that given values replace them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { createGroup } from '../../../src/directory/groups/groups.ts';
import { recordProvisioning } from '../../../src/provisioning/log/provisioning-log.ts';
import { loggedRequest } from '../../provisioning/logged-request.ts';
import type { Speaker } from '../../support/speaker.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine, type Managed, managedTeam, operatorAt } from './support.ts';

const DAY = 86_400_000;

let service: World;
let team: Managed;
let connection: string;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service);
  connection = (await made(team.asAdmin, '/manage/v1/connections', { name: 'Okta' })).connection_id ?? '';
});

interface Made {
  readonly id?: string;
  readonly key?: string;
  readonly url?: string;
  readonly connection_id?: string;
  readonly expires_at?: string | null;
  readonly secret?: string;
  readonly webhook?: { readonly id: string };
}
async function made(speaker: Speaker, path: string, body: object): Promise<Made> {
  const answer = await speaker.post<Made>(path, body);
  expect([path, answer.status]).toEqual([path, 201]);
  return answer.body;
}
/** The remaining lifetime in days; null means unlimited. */
const days = ({ expires_at }: Made): number | null =>
  expires_at === null || expires_at === undefined ? null : (Date.parse(expires_at) - service.clock()) / DAY;

test("makes a connection's token and client secret expire after a year by default, also from a set-up link", async () => {
  const { asAdmin } = team;
  const of = `connections/${connection}`;
  const { url = '' } = await made(asAdmin, `/manage/v1/${of}/setup-links`, { note: 'Jo of IT' });
  const jo = service.bearer(new URL(url).hash.slice('#token='.length));
  const { connection_id } = await made(asAdmin, '/manage/v1/connections', { name: 'Other' });
  const other = `/manage/v1/connections/${connection_id}`;
  expect(days(await made(asAdmin, '/manage/v1/connections', { name: 'Third' }))).toBe(365);
  expect(days(await made(asAdmin, '/manage/v1/connections', { name: 'Fourth', expires: '90d' }))).toBe(90);
  expect(days(await made(asAdmin, `${other}/tokens`, { expires: 'none' }))).toBeNull();
  expect(days(await made(asAdmin, `${other}/client-secrets`, {}))).toBe(365);
  expect(days(await made(asAdmin, `${other}/client-secrets`, { expires: '2y' }))).toBe(730);
  expect(days(await made(jo, `/setup/v1/${of}/tokens`, {}))).toBe(365);
  expect(days(await made(jo, `/setup/v1/${of}/client-secrets`, {}))).toBe(365);
  for (const path of ['/manage/v1/session', '/setup/v1/link']) {
    const answer = await (path.startsWith('/setup') ? jo : asAdmin).get(path);
    expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
  }
});

test('returns twenty-five items per page by default, or as many as requested', async () => {
  await service.app.database.inTransaction(async (tx) => {
    for (let at = 10; at < 36; at += 1) await createGroup(tx, team.team_id, { display_name: `Group ${at}` }, BY_TEST);
  });
  const page = async (query: string) => {
    const { body } = await team.asAdmin.get<Page>(`/manage/v1/groups${query}`);
    return [body.items.length, body.next_cursor !== undefined];
  };
  expect([await page(''), await page('?limit=25'), await page('?limit=26'), await page('?limit=1')]).toEqual([
    [25, true],
    [25, true],
    [26, false],
    [1, true],
  ]);
});

interface Page {
  readonly items: readonly object[];
  readonly next_cursor?: string;
}

test('assumes no particular identity provider for a connection by default', async () => {
  const providerOf = async (body: object) => {
    const { connection_id } = await made(team.asAdmin, '/manage/v1/connections', body);
    const path = `/manage/v1/connections/${connection_id}`;
    return (await team.asAdmin.get<{ provider: string }>(path)).body.provider;
  };
  expect(await providerOf({ name: 'Some' })).toBe('other');
  expect(await providerOf({ name: 'Entra', provider: 'entra' })).toBe('entra');
});

test("makes an operator's sign-in link valid for fifteen minutes, and adds a new operator without a name", async () => {
  const { speaks } = await operatorAt(service);
  const link = async (more: object) =>
    (days(await made(speaks, '/manage/v1/sign-in-links', { email: team.owner.email, ...more })) ?? 0) * 24 * 60;
  expect(await link({})).toBeCloseTo(15, 6);
  expect(await link({ minutes: 60 })).toBeCloseTo(60, 6);
  for (const [who, path, body] of [
    [speaks, '/manage/v1/sign-in-links', { email: team.owner.email }],
    [team.asAdmin, `/manage/v1/members/${team.member.id}/sign-in-link`, {}],
  ] as const)
    expect([path, (await who.post(path, body)).headers.get('cache-control')]).toEqual([path, 'no-store']);
  const email = `nobody.yet.${team.team_id}@cairn.test`;
  const { body } = await speaks.post<{ items: { email: string; name: string }[] }>('/manage/v1/operators', { email });
  expect(body.items.find((one) => one.email === email)?.name).toBe('');
});

test('keeps a rotated key valid for a day, or for the given number of seconds', async () => {
  const works = async (key: string) => (await service.bearer(key).get('/v1/me')).status;
  for (const [body, seconds] of [
    [{}, 86_400],
    [{ overlap_seconds: 60 }, 60],
    [{ overlap_seconds: 0 }, 0],
  ] as const) {
    const { id, key = '' } = await made(team.asAdmin, '/manage/v1/keys', { name: 'CI', scopes: ['trails:read'] });
    await made(team.asAdmin, `/manage/v1/keys/${id}/rotate`, body);
    if (seconds > 0) service.clock.advance(seconds * 1_000 - 1);
    expect([seconds, await works(key)]).toEqual([seconds, seconds === 0 ? 401 : 200]);
    service.clock.advance(1);
    expect([seconds, await works(key)]).toEqual([seconds, 401]);
  }
});

test('treats a blank note as no note, and trims others', async () => {
  const own = await managedTeam(service);
  const publisher = await atCommandLine(service, own.team_id, own.publisher.id);
  const at = new Date(service.clock() + DAY).toISOString();
  const noted = async (note: string | null) => {
    const { id } = (await own.author.speaks.post<Made>('/v1/trails', { document: readyDocument() })).body;
    const [path, about] = [`/manage/v1/trails/${id}`, { revision: 1, note }];
    const asked = await publisher.post<{ note: string | null }>(`${path}/approval/request`, about);
    const { body } = await publisher.put<{ items: (typeof about)[] }>(`${path}/schedules/publish`, { at, ...about });
    return [asked.body.note, body.items?.[0]?.note];
  };
  await own.asAdmin.patch('/manage/v1/catalog-rules', { approval_required: true });
  expect([await noted('  '), await noted(null), await noted(' Shorter ')]).toEqual([
    [null, null],
    [null, null],
    ['Shorter', 'Shorter'],
  ]);
});

interface Overview {
  readonly sync: { readonly last_sync_at: string };
  readonly hands: readonly { readonly kind: string; readonly id: string; readonly count: number }[];
}

test('summarizes thirty days of the provisioning log by day, and one day by hour', async () => {
  const ago = (age: number) => new Date(service.clock() - age).toISOString();
  const ages = [0.5, 23.5 / 24, 24.5 / 24, 29.5, 30.5];
  const requests = ages.map((age, at) => ({
    ...loggedRequest({ team_id: team.team_id, connection_id: connection } as never, { at: ago(age * DAY) }),
    entry_id: newId(),
    request_id: `r-${at}`,
    outcome: at % 2 === 0 ? ('refused' as const) : ('ok' as const),
  }));
  await recordProvisioning(service.app.database, requests);
  const log = `/manage/v1/connections/${connection}/log`;
  const counted = async (query: string) => {
    const { body } = await team.asAdmin.get<{ points: { ok: number }[] }>(`${log}/summary${query}`);
    return body.points.reduce((sum, { ok }) => sum + ok, 0);
  };
  expect([await counted(''), await counted('?by=day'), await counted('?by=hour')]).toEqual([2, 2, 1]);
  const other = await made(team.asAdmin, '/manage/v1/connections', { name: 'An older one' });
  const [, , , oldest] = requests;
  if (oldest === undefined) throw new Error('there are five requests');
  const ofOther = { ...oldest, connection_id: other.connection_id ?? '', entry_id: newId() };
  await recordProvisioning(service.app.database, [ofOther]);
  const overview = await team.asAdmin.get<Overview>('/manage/v1/overview');
  // Refused requests are counted for a day.
  const hand = overview.body.hands.find(({ kind, id }) => kind === 'requests-refused' && id === connection);
  const { body: own } = await team.asAdmin.get<{ recent_troubles: number }>(`/manage/v1/connections/${connection}`);
  expect([hand?.count, own.recent_troubles]).toEqual([1, 1]);
  expect(Date.parse(overview.body.sync.last_sync_at)).toBe(Date.parse(oldest.at));
  const file = await team.asAdmin.get<string>(`${log}/export?request_id=r-3`);
  expect(file.body.trim().split('\n')).toHaveLength(1);
  expect(file.body).toContain('"r-3"');
});

test('signs with a shared secret, and with both secrets for a day after a rotation', async () => {
  const wanted = { name: 'Chat', url: 'https://hooks.example.com/cairn', events: ['trail.published'] };
  const { secret, webhook } = await made(team.asAdmin, '/manage/v1/webhooks', wanted);
  expect(secret).toMatch(/^whsec_/);
  const rotated = await team.asAdmin.post<{ webhook: object }>(`/manage/v1/webhooks/${webhook?.id}/rotate`, {});
  const until = new Date(service.clock() + DAY).toISOString();
  expect(JSON.stringify(rotated.body.webhook)).toContain(until.slice(0, 19));
});

test('returns a hundred trails per page of the authors’ list', async () => {
  const many = await managedTeam(service);
  const author = await atCommandLine(service, many.team_id, many.author.id);
  for (let at = 0; at < 51; at += 1) await many.author.speaks.post('/v1/trails', { title: `Trail ${at}` });
  expect((await author.get<{ items: object[] }>('/manage/v1/trails')).body.items).toHaveLength(51);
});

test('exports people by name, and marks the current session', async () => {
  const own = await managedTeam(service);
  const csv = (await own.asAdmin.get<string>('/manage/v1/members/export?format=csv')).body
    .trim()
    .split('\r\n')
    .slice(1);
  const { body } = await own.asAdmin.get<{ items: { name: string }[] }>('/manage/v1/members');
  expect(csv.map((line) => line.split(',')[0])).toEqual(body.items.map(({ name }) => name));
  expect(csv[0]).toMatch(/^Ada Admin,/);
  await atCommandLine(service, own.team_id, own.admin.id);
  const sessions = `/manage/v1/members/${own.admin.id}/sessions`;
  const { items } = (await own.asAdmin.get<{ items: { is_current: boolean }[] }>(sessions)).body;
  expect(items.map(({ is_current }) => is_current).sort()).toEqual([false, true]);
});

test("returns a person's reports in the chart, or the top level if no person is given", async () => {
  const provider = (await made(team.asAdmin, '/manage/v1/connections', { name: 'Chart' })) as Made & { token: string };
  const users = `/scim/v2/${provider.connection_id}/Users`;
  const urn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  for (const [name, manager] of [
    ['boss', undefined],
    ['report', 'boss'],
    ['report of the report', 'report'],
  ] as const) {
    const body = { schemas: [], userName: name, ...(manager && { [urn]: { manager: { value: manager } } }) };
    expect((await service.bearer(provider.token).post(users, body)).status).toBe(201);
  }
  interface Level {
    readonly items: readonly { user_id: string; name: string }[];
  }
  const level = async (query: string) => (await team.asAdmin.get<Level>(`/manage/v1/chart${query}`)).body.items;
  const [boss] = (await level('')).filter(({ name }) => name === 'boss');
  const below = await level(`?user_id=${boss?.user_id}`);
  expect(below.map(({ name }) => name)).toEqual(['report']);
  expect((await level(`?user_id=${below[0]?.user_id}`)).map(({ name }) => name)).toEqual(['report of the report']);
  const members = await team.asAdmin.get<{ items: { user_id: string }[] }>('/manage/v1/members?q=report of the report');
  const page = `/manage/v1/members/${members.body.items[0]?.user_id}`;
  const { body } = await team.asAdmin.get<{ managers_above: { name: string }[] }>(page);
  expect(body.managers_above.map(({ name }) => name).sort()).toEqual(['boss', 'report']);
  const csv = (await team.asAdmin.get<string>('/manage/v1/members/export?format=csv&q=report of')).body;
  expect(csv.split('\r\n')[1]?.split(',').slice(4, 6)).toEqual(['Chart', 'report']);
});
