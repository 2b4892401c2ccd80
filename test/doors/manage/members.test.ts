import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { updateAccount } from '../../../src/directory/accounts/account-store.ts';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { managedTeam } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Row {
  readonly user_id: string;
  readonly name: string;
  readonly status: string;
  readonly roles: readonly string[];
}
interface Page {
  readonly items: readonly Row[];
  readonly next_cursor?: string;
}

test('returns everyone in the directory across pages, without gaps or duplicates', async () => {
  const { asAdmin } = await managedTeam(service);
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await asAdmin.get<Page>(`/manage/v1/members?limit=2${cursor && `&cursor=${cursor}`}`);
    expect(page.status).toBe(200);
    seen.push(...page.body.items.map(({ name }) => name));
    cursor = page.body.next_cursor ?? '';
    expect(page.headers.has('link')).toBe(cursor !== '');
  } while (cursor !== '');
  expect(seen).toEqual(['Ada Admin', 'Arthur Author', 'Max Member', 'Olive Owner', 'Paula Publisher']);
});

test('accepts a cursor only for its own list, query and workspace', async () => {
  const [one, other] = [await managedTeam(service), await managedTeam(service)];
  const { body } = await one.asAdmin.get<Page>('/manage/v1/members?limit=1');
  const cursor = body.next_cursor ?? '';
  for (const [speaker, path] of [
    [other.asAdmin, `/manage/v1/members?limit=1&cursor=${cursor}`],
    [one.asAdmin, `/manage/v1/members?status=active&cursor=${cursor}`],
    [one.asAdmin, `/manage/v1/groups?cursor=${cursor}`],
    [one.asAdmin, `/manage/v1/members?cursor=${cursor}x`],
    [one.asAdmin, '/manage/v1/members?limit=0'],
    [one.asAdmin, '/manage/v1/members?status=gone'],
  ] as const) {
    const refused = await speaker.get(path);
    expect([refused.status, slugOf(refused)]).toEqual([400, 'bad-request']);
  }
});

test('adds a person manually, and gives roles, deactivates, reactivates and removes them', async () => {
  const { asAdmin } = await managedTeam(service);
  const email = `new.${newId()}@acme.test`;
  const added = await asAdmin.post<Row>('/manage/v1/members', { email, name: 'Nina New', roles: ['author'] });
  expect([added.status, added.body.roles]).toEqual([201, ['author']]);
  const path = `/manage/v1/members/${added.body.user_id}`;
  const roles = await asAdmin.put<Row & { held_roles: unknown }>(`${path}/roles`, { roles: ['publisher'] });
  expect(roles.body.held_roles).toEqual([{ role: 'publisher', group_id: null, group_name: null, origin: 'service' }]);
  expect((await asAdmin.post<Row>(`${path}/deactivate`)).body.status).toBe('deprovisioned');
  expect((await asAdmin.post<Row>(`${path}/reactivate`)).body).toMatchObject({
    status: 'active',
    roles: ['publisher'],
  });
  expect((await asAdmin.delete(path)).status).toBe(204);
  expect((await asAdmin.get(path)).status).toBe(404);
});

test("keeps the changes of two admins to one person's roles", async () => {
  const { asAdmin, asOwner, member } = await managedTeam(service);
  const path = `/manage/v1/members/${member.id}/roles`;
  const first = await asOwner.patch<Row>(path, { add: ['author'], seen: [] });
  expect([first.status, first.body.roles]).toEqual([200, ['author']]);
  const late = await asAdmin.patch<{ roles: string[]; detail: string }>(path, { add: ['manager'], seen: [] });
  expect([late.status, slugOf(late), late.body.roles]).toEqual([409, 'conflict', ['author']]);
  expect(late.body.detail).toContain('author');
  const again = await asAdmin.patch<Row>(path, { add: ['manager'], seen: ['author'] });
  expect(again.body.roles.toSorted()).toEqual(['author', 'manager']);
  const blind = await asAdmin.patch<Row>(path, { remove: ['author'] });
  expect(blind.body.roles).toEqual(['manager']);
});

test('names the field of a meaningless role change, and does not find people of another workspace', async () => {
  const [one, other] = [await managedTeam(service), await managedTeam(service)];
  const path = `/manage/v1/members/${one.member.id}/roles`;
  for (const [body, field] of [
    [{ add: ['owner'] }, 'add[0]'],
    [{ add: ['author'], remove: ['author'] }, 'remove'],
    [{ seen: 'author' }, 'seen'],
    [{ roles: ['author'] }, 'roles'],
  ] as const) {
    const refused = await one.asAdmin.patch<{ issues: { field: string }[] }>(path, body);
    expect([refused.status, refused.body.issues[0]?.field]).toEqual([422, field]);
  }
  expect(slugOf(await other.asAdmin.patch(path, { add: ['admin'] }))).toBe('not-found');
  expect((await one.asMember.patch(path, { add: ['admin'] })).status).toBe(403);
});

test('keeps all roles that admins add to one person at the same moment', async () => {
  const { asAdmin, member } = await managedTeam(service);
  const path = `/manage/v1/members/${member.id}/roles`;
  const roles = ['author', 'publisher', 'manager', 'admin'];
  await Promise.all(roles.map((role) => asAdmin.patch(path, { add: [role] })));
  expect((await asAdmin.get<Row>(`/manage/v1/members/${member.id}`)).body.roles.toSorted()).toEqual(roles.toSorted());
});

test('locks out a deactivated person immediately: session 401, key 403 membership-revoked', async () => {
  const { asAdmin, asMember, member } = await managedTeam(service);
  expect((await asMember.get('/manage/v1/team')).status).toBe(200);
  expect((await member.speaks.get('/v1/me')).status).toBe(200);
  await asAdmin.post(`/manage/v1/members/${member.id}/deactivate`);
  expect((await asMember.get('/manage/v1/team')).status).toBe(401);
  expect(slugOf(await member.speaks.get('/v1/me'))).toBe('membership-revoked');
});

test('neither deactivates nor removes the Owner (409 conflict), and lets only the Owner transfer ownership', async () => {
  const { asAdmin, asOwner, owner, member } = await managedTeam(service);
  for (const refused of [
    await asAdmin.post(`/manage/v1/members/${owner.id}/deactivate`),
    await asAdmin.delete(`/manage/v1/members/${owner.id}`),
  ]) {
    expect([refused.status, slugOf(refused)]).toEqual([409, 'conflict']);
  }
  const transfer = { user_id: member.id };
  expect(slugOf(await asAdmin.post('/manage/v1/team/transfer', transfer))).toBe('forbidden');
  const moved = await asOwner.post<{ owner: { id: string } }>('/manage/v1/team/transfer', transfer);
  expect([moved.status, moved.body.owner.id]).toEqual([200, member.id]);
});

test('takes no more seats than the contract has (409 conflict)', async () => {
  const team = await managedTeam(service, { seat_limit: 5 });
  const body = { email: `more.${newId()}@acme.test`, name: 'One More' };
  const refused = await team.asAdmin.post<{ detail: string }>('/manage/v1/members', body);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('seat')]);
});

test('never finds people of another workspace, for any action', async () => {
  const [one, other] = [await managedTeam(service), await managedTeam(service)];
  const path = `/manage/v1/members/${other.author.id}`;
  for (const heard of [
    await one.asAdmin.get(path),
    await one.asAdmin.delete(path),
    await one.asAdmin.put(`${path}/roles`, { roles: ['admin'] }),
    await one.asAdmin.post(`${path}/deactivate`),
    await one.asOwner.post('/manage/v1/team/transfer', { user_id: other.author.id }),
  ]) {
    expect([heard.status, slugOf(heard)]).toEqual([404, 'not-found']);
  }
});

test('reports every error of a body in issues (422 validation)', async () => {
  const { asAdmin } = await managedTeam(service);
  const refused = await asAdmin.post<{ issues: { field: string }[] }>('/manage/v1/members', {
    name: 7,
    roles: ['owner'],
    admin: true,
  });
  expect(refused.status).toBe(422);
  expect(refused.body.issues.map(({ field }) => field).sort()).toEqual(['admin', 'email', 'name', 'roles[0]']);
});

test('adds a person once per Idempotency-Key, and replays the response', async () => {
  const { asAdmin } = await managedTeam(service);
  const keyed = asAdmin.with({ 'Idempotency-Key': newId() });
  const body = { email: `once.${newId()}@acme.test`, name: 'Once Only' };
  const first = await keyed.post('/manage/v1/members', body);
  const again = await keyed.post('/manage/v1/members', body);
  expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', first.body]);
});

test('finds a person by any spelling of their name and by address, however they were added', async () => {
  const { asAdmin } = await managedTeam(service);
  const add = async (name: string, email: string): Promise<string> =>
    (await asAdmin.post<Row>('/manage/v1/members', { name, email })).body.user_id;
  const name = 'Jörg GROẞ İstanbul';
  const made = await add(name, `joerg.${newId()}@acme.test`);
  await add('Anna Plain', `anna.${newId()}@acme.test`);
  const found = async (q: string): Promise<readonly string[]> =>
    (await asAdmin.get<Page>(`/manage/v1/members?q=${encodeURIComponent(q)}`)).body.items.map((row) => row.name);
  for (const q of ['jörg', 'JÖRG', 'jo\u0308rg', 'groß', 'gross', 'GROSS', 'i\u0307stanbul', 'İSTANBUL', 'JOERG.'])
    expect([q, await found(q)]).toEqual([q, [name]]);
  // One letter differs.
  for (const q of ['jorg', 'grosz']) expect([q, await found(q)]).toEqual([q, [name]]);
  for (const q of ['anna', 'PLAIN', 'Anna Plain']) expect([q, await found(q)]).toEqual([q, ['Anna Plain']]);

  const { database } = service.app;
  const person = { name: 'Zoë WEIẞ ΣΊΣΥΦΟΣ', email: null, given_name: 'Zoë', family_name: 'ΣΊΣΥΦΟΣ' };
  await database.inTransaction((tx) => updateAccount(tx, made, person, undefined));
  expect(await found('gross')).toEqual([]);
  for (const q of ['zoë', 'σίσυφος', 'ΣΊΣΥΦΟΣ']) expect([q, await found(q)]).toEqual([q, ['Zoë WEIẞ ΣΊΣΥΦΟΣ']]);
});

describe('the search for people', () => {
  let found: (q: string, more?: string) => Promise<readonly string[]>;
  beforeAll(async () => {
    const { asAdmin } = await managedTeam(service);
    for (const name of ['Ana Lindgren', 'Ben Lindgren', 'Ana Petrov', '100% Real_Name', 'Jo Ng'])
      await asAdmin.post('/manage/v1/members', { name, email: `${newId()}@search.test` });
    found = async (q, more = '') =>
      (await asAdmin.get<Page>(`/manage/v1/members?q=${encodeURIComponent(q)}${more}`)).body.items.map(
        (row) => row.name,
      );
  });

  test.each([
    ['Lindgren Ana', ['Ana Lindgren']],
    ['lindgren,  ana', ['Ana Lindgren']],
    ['ana', ['Ana Lindgren', 'Ana Petrov']],
    ['ana lind search.test', ['Ana Lindgren']],
  ])('finds words in any order: %s', async (q, names) => expect(await found(q)).toEqual(names));

  test.each([
    ['a missing letter', 'Lingren', ['Ana Lindgren', 'Ben Lindgren']],
    ['a wrong letter', 'Lindgram', []],
    ['one wrong letter', 'Lindgran', ['Ana Lindgren', 'Ben Lindgren']],
    ['a letter too many', 'Petrrov', ['Ana Petrov']],
    ['swapped letters', 'Pertov', ['Ana Petrov']],
    ['letters swapped in the middle', 'Linrdgen', []],
    ['halves that swap their letters', 'Lingdren', ['Ana Lindgren', 'Ben Lindgren']],
    ['the first letter', 'Oetrov', ['Ana Petrov']],
    ['a typo in one of two words', 'Petrof Ana', ['Ana Petrov']],
    ['a typo in the middle of a word', 'ndgrem', []],
    ['short words', 'Jx Ng', []],
    ['wildcards', '____ %%%%', []],
    ['literal wildcards', '100% Real_Nane', ['100% Real_Name']],
    ['nothing but separators', ' , ; ', ['100% Real_Name', 'Ana Lindgren']],
  ])('tolerates one typo per word: %s', async (_, q, names) => {
    expect((await found(q)).filter((name) => !/Publisher|Admin|Owner|Author|Member/.test(name)).slice(0, 2)).toEqual(
      names,
    );
  });

  test('ignores typos if somebody matches without one, even outside the filter', async () => {
    expect(await found('petrov', '&status=deprovisioned')).toEqual([]);
    expect(await found('lindgren ben')).toEqual(['Ben Lindgren']);
  });

  test("never finds or counts another workspace's people", async () => {
    const nextDoor = await managedTeam(service);
    for (const q of ['Petrov', 'Petrof']) {
      const { body } = await nextDoor.asAdmin.get<Page>(`/manage/v1/members?q=${q}`);
      expect(body.items).toEqual([]);
    }
  });
});
