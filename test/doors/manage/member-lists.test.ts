// The people of a workspace: sorting, counting, bulk actions, export to a file and import.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { connect } from '../scim/support/connection.ts';
import { type Managed, managedTeam } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Row {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly status: string;
  readonly roles: readonly string[];
}
interface Page {
  readonly items: readonly Row[];
  readonly next_cursor?: string;
}
interface Outcomes {
  readonly items: readonly { user_id: string; outcome: string; detail?: string }[];
}
interface Imported {
  readonly unread_columns: readonly string[];
  readonly rows: readonly { line: number; email: string; state: string; roles: string[]; findings: string[] }[];
  readonly added: number;
  readonly invited: number;
  readonly members: number;
}
interface Issues {
  readonly detail: string;
  readonly issues: readonly { field: string; message: string }[];
}

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const peopleOf = async (team: Managed, query = 'limit=100') =>
  (await team.asAdmin.get<Page>(`/manage/v1/members?${query}`)).body.items;
const address = (name: string): string => `${name}.${newId()}@file.test`;
const send = <Body>(team: Managed, csv: string, preview = false) =>
  team.asAdmin.post<Body>('/manage/v1/members/import', { csv, ...(preview && { preview }) });

test.each(['name', '-name', 'joined_at', '-joined_at'])(
  'contains everyone once across pages sorted by %s',
  async (sort) => {
    const team = await managedTeam(service);
    const walked: Row[] = [];
    let cursor = '';
    do {
      const page = await team.asAdmin.get<Page>(
        `/manage/v1/members?limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`,
      );
      expect(page.status).toBe(200);
      walked.push(...page.body.items);
      cursor = page.body.next_cursor ?? '';
    } while (cursor !== '');
    const other = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
    expect(walked.map(({ name }) => name)).toEqual(
      (await peopleOf(team, `sort=${other}`)).map(({ name }) => name).toReversed(),
    );
    expect(new Set(walked.map(({ user_id }) => user_id)).size).toBe(5);
  },
);

test('refuses a cursor from another order, and names an unknown order', async () => {
  const team = await managedTeam(service);
  const { body } = await team.asAdmin.get<Page>('/manage/v1/members?limit=1&sort=-name');
  for (const query of [`limit=1&sort=name&cursor=${body.next_cursor}`, 'sort=email', 'sort=']) {
    const refused = await team.asAdmin.get(`/manage/v1/members?${query}`);
    expect([refused.status, slugOf(refused)]).toEqual([400, 'bad-request']);
  }
});

test('counts only people of this workspace who match the filter', async () => {
  const [team] = [await managedTeam(service), await managedTeam(service)];
  await team.asAdmin.post(`/manage/v1/members/${team.member.id}/deactivate`);
  const totals = async (query: string) => (await team.asAdmin.get(`/manage/v1/members/totals?${query}`)).body;
  expect(await totals('')).toEqual({ people: 5, active: 4, deprovisioned: 1 });
  expect(await totals('role=author')).toEqual({ people: 1, active: 1, deprovisioned: 0 });
  expect(await totals('q=max%20m')).toEqual({ people: 1, active: 0, deprovisioned: 1 });
});

test("returns a person's direct reports, including former ones, but not those in another workspace", async () => {
  const [team, other] = [await managedTeam(service), await managedTeam(service)];
  const okta = await connect(service, team.team_id);
  const reportsTo = (value: string) => ({ [ENTERPRISE]: { manager: { value } } });
  const boss = await okta.user('Bob');
  const ann = await okta.user('Ann', reportsTo(boss));
  await okta.user('Ben', reportsTo(ann));
  await okta.user('Cem', reportsTo(boss));
  await okta.patch(`/Users/${ann}`, [{ op: 'replace', path: 'active', value: false }]);
  const [bob] = await peopleOf(team, 'q=bob');
  const names = async (query: string, of = team) =>
    (await peopleOf(of, `manager_id=${bob?.user_id}${query}`)).map(({ name }) => name).toSorted();
  expect(await names('')).toEqual(['Ann', 'Cem']);
  expect(await names('&status=deprovisioned')).toEqual(['Ann']);
  expect(await names('&q=cem')).toEqual(['Cem']);
  expect(await names('', other)).toEqual([]);
  expect(await peopleOf(team, `manager_id=${team.member.id}`)).toEqual([]);
  const totals = await team.asAdmin.get(`/manage/v1/members/totals?manager_id=${bob?.user_id}`);
  expect(totals.body).toEqual({ people: 2, active: 1, deprovisioned: 1 });
  const refused = await team.asAdmin.get('/manage/v1/members?manager_id=bob');
  expect([refused.status, slugOf(refused)]).toEqual([400, 'bad-request']);
});

describe('a bulk action', () => {
  const bulk = <Body = Outcomes>(team: Managed, body: object) =>
    team.asAdmin.post<Body>('/manage/v1/members/bulk', body);

  test('adds or removes a role, and says who had it already', async () => {
    const team = await managedTeam(service);
    const user_ids = [team.member.id, team.author.id];
    const given = await bulk(team, { act: 'give_role', role: 'author', user_ids });
    expect(given.status).toBe(200);
    const outcome = new Map(given.body.items.map((item) => [item.user_id, item.outcome]));
    expect([outcome.get(team.member.id), outcome.get(team.author.id)]).toEqual(['done', 'unchanged']);
    await bulk(team, { act: 'take_role', role: 'author', user_ids });
    expect(await peopleOf(team, 'role=author')).toEqual([]);
  });

  test('takes a deactivation of many people back, and says who was active already', async () => {
    const team = await managedTeam(service);
    await bulk(team, { act: 'deactivate', user_ids: [team.member.id, team.author.id] });
    expect((await peopleOf(team, 'status=active')).map(({ user_id }) => user_id)).not.toContain(team.member.id);
    const user_ids = [team.member.id, team.author.id, team.publisher.id];
    const { body } = await bulk(team, { act: 'reactivate', user_ids });
    const outcomes = Object.fromEntries(body.items.map(({ user_id, outcome }) => [user_id, outcome]));
    expect(user_ids.map((id) => outcomes[id])).toEqual(['done', 'done', 'unchanged']);
    expect(await peopleOf(team, 'status=deprovisioned')).toEqual([]);
  });

  test('applies what is allowed and reports the rest: the Owner, oneself, people managed elsewhere, people of another workspace', async () => {
    const [team, other] = [await managedTeam(service), await managedTeam(service)];
    const okta = await connect(service, team.team_id, 'Okta');
    await okta.user('Ann');
    const [ann] = await peopleOf(team, 'q=Ann&limit=10').then((rows) =>
      rows.filter(({ name }) => name.startsWith('Ann')),
    );
    const user_ids = [team.member.id, team.owner.id, team.admin.id, other.member.id, ann?.user_id];
    const { body } = await bulk(team, { act: 'remove', user_ids });
    const details = Object.fromEntries(
      body.items.map(({ user_id, outcome, detail = '' }) => [user_id, [outcome, detail]]),
    );
    expect(details[team.member.id]).toEqual(['done', '']);
    expect(details[team.owner.id]).toEqual(['refused', expect.stringContaining('Owner')]);
    expect(details[team.admin.id]).toEqual(['refused', expect.stringContaining('This person is you')]);
    expect(details[other.member.id]).toEqual(['refused', expect.stringContaining('no such member')]);
    expect(details[ann?.user_id ?? '']).toEqual(['refused', expect.stringContaining('managed by a connection')]);
    expect((await peopleOf(team)).map(({ user_id }) => user_id)).not.toContain(team.member.id);
    expect((await peopleOf(other)).map(({ user_id }) => user_id)).toContain(other.member.id);
  });

  test.each([
    [{ act: 'explode', user_ids: [newId()] }, 'act'],
    [{ act: 'give_role', user_ids: [newId()] }, 'role'],
    [{ act: 'give_role', role: 'owner', user_ids: [newId()] }, 'role'],
    [{ act: 'remove', user_ids: [] }, 'user_ids'],
    [{ act: 'remove', user_ids: ['me'] }, 'user_ids[0]'],
    [{ act: 'remove', user_ids: Array.from({ length: 501 }, () => newId()) }, 'user_ids'],
  ])('refuses %o and names %s', async (body, field) => {
    const team = await managedTeam(service);
    const refused = await bulk<Issues>(team, body);
    expect([refused.status, refused.body.issues[0]?.field]).toEqual([422, field]);
  });

  test('applies every action if two admins act on the same people at the same time', async () => {
    const team = await managedTeam(service);
    const user_ids = [team.member.id, team.author.id, team.publisher.id];
    const act = (role: string, ids: readonly string[]) =>
      team.asAdmin.post('/manage/v1/members/bulk', { act: 'give_role', role, user_ids: ids });
    const answers = await Promise.all([act('manager', user_ids), act('admin', user_ids.toReversed())]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await peopleOf(team, 'role=manager')).length).toBe(3);
    expect((await peopleOf(team, 'role=admin')).length).toBe(4);
  });
});

describe('a file of members', () => {
  test('is exported with the filter, and can be imported again without changes', async () => {
    const team = await managedTeam(service);
    const answer = await team.asAdmin.get<string>('/manage/v1/members/export?format=csv&role=author');
    const csv = String(answer.body);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'name,email,status,roles,source,manager,joined_at,deprovisioned_at,user_id',
      expect.stringContaining(`Arthur Author,${team.author.email},active,author,service,`),
    ]);
    const again = await send<Imported>(team, csv);
    expect([again.status, again.body.added, again.body.invited, again.body.members]).toEqual([200, 0, 0, 1]);
  });

  test('is previewed row by row, and then adds and invites everyone', async () => {
    const [team, elsewhere] = [await managedTeam(service), await managedTeam(service)];
    const email = address('ana');
    const csv = `E-Mail;Name;Roles\n${email};Ana Lind;author, publisher\n\n${elsewhere.member.email};Max;\n`;
    const preview = await send<Imported>(team, csv, true);
    expect(preview.body.rows.map(({ line, state, roles }) => [line, state, roles.toSorted()])).toEqual([
      [2, 'ready', ['author', 'publisher']],
      [4, 'ready', []],
    ]);
    expect(await peopleOf(team, `q=${email}`)).toEqual([]);
    const done = await send<Imported>(team, csv);
    expect([done.body.added, done.body.invited, done.body.members]).toEqual([1, 1, 0]);
    expect((await peopleOf(team, `q=${email}`))[0]?.roles.toSorted()).toEqual(['author', 'publisher']);
    expect((await team.asAdmin.get<Page>('/manage/v1/invitations')).body.items).toHaveLength(1);
  });

  test('is imported without unknown columns, which are named before and after', async () => {
    const team = await managedTeam(service);
    const unread = async (heading: string, preview: boolean) =>
      (await send<Imported>(team, `${heading}\n${address('ana')},Ana Lind,author\n`, preview)).body.unread_columns;
    expect(await unread('email,name,Rollen', true)).toEqual(['Rollen']);
    expect(await unread('email,name,Rollen', false)).toEqual(['Rollen']);
    expect(await unread('email,name,roles,,Name,E-Mail', true)).toEqual(['Name', 'E-Mail']);
    expect(await unread('email,name,roles', true)).toEqual([]);
    const many = await unread(`email,name,${Array.from({ length: 2_000 }, (_, n) => `${'x'.repeat(100)}${n}`)}`, true);
    expect(many).toHaveLength(20);
    expect(Math.max(...many.map(({ length }) => length))).toBe(80);
  });

  test('names each invalid row, and adds no one if there are any', async () => {
    const team = await managedTeam(service);
    const good = address('good');
    const csv = `email,name,roles\n${good},Good,\nnot-an-address,Bad,\n${address('x')},,king\n${good.toUpperCase()},Twin,\n${address('y')},\u200b,\n`;
    const preview = await send<Imported>(team, csv, true);
    expect(preview.body.rows.map(({ state, findings }) => [state, findings.length])).toEqual([
      ['ready', 0],
      ['bad', 1],
      ['bad', 2],
      ['bad', 1],
      ['bad', 1],
    ]);
    const refused = await send<Issues>(team, csv);
    expect(refused.status).toBe(422);
    expect(refused.body.issues.map(({ field }) => field)).toEqual([
      'csv.line[3]',
      'csv.line[4]',
      'csv.line[4]',
      'csv.line[5]',
      'csv.line[6]',
    ]);
    expect(await peopleOf(team, `q=${good}`)).toEqual([]);
  });

  test('is checked for existing people too, but accepts the Owner and nameless people of an export', async () => {
    const team = await managedTeam(service);
    const { email } = team.member;
    const preview = await send<Imported>(team, `email,name,roles\n${email},Max,king\n`, true);
    expect(preview.body.rows[0]).toMatchObject({ state: 'bad' });
    const refused = await send<Issues>(team, `email,name,roles\n${email},Max,king;author\n`);
    expect([refused.status, refused.body.issues.map(({ field }) => field)]).toEqual([422, ['csv.line[2]']]);
    expect(refused.body.issues[0]?.message).toBe(
      'Line 2: The column roles says "king", which is not a role. The roles are admin, publisher, author, manager and member.',
    );
    const long = await send<Imported>(team, `email,name\n${email},${'x'.repeat(257)}\n${email},Max\n`, true);
    expect(long.body.rows.map(({ state }) => state)).toEqual(['bad', 'bad']);
    const kept = await send<Imported>(team, `email,name,roles\n${team.owner.email},Olga,owner;admin\n${email},,\n`);
    expect([kept.status, kept.body.members]).toEqual([200, 2]);
    const king = await send<Imported>(team, `email,name,roles\n${address('queen')},Queen,owner\n`, true);
    expect(king.body.rows[0]?.findings[0]).toContain('"owner"');
  });

  test.each([
    ['', 'csv'],
    ['email,name\n', 'csv'],
    ['mail,called\na@b.test,A\n', 'csv'],
    ['email,name\n"a@b.test,A\n', 'csv'],
    [`email,name\n${Array.from({ length: 501 }, (_, n) => `p${n}@b.test,P`).join('\n')}`, 'csv'],
  ])('is refused with a remedy if its format is invalid', async (csv, field) => {
    const team = await managedTeam(service);
    const refused = await send<Issues>(team, csv, true);
    expect([refused.status, refused.body.issues[0]?.field]).toEqual([422, field]);
  });

  test.each([
    ['an empty line first', (email: string) => `\n\nemail;name\n${email};Ana\n`, []],
    ['empty rows at the end', (email: string) => `email,name,roles\n${email},Ana,\n,,\n ,,\n`, []],
    ['another encoding', (email: string) => `email,name\n${email},J\ufffdrgen\n`, [expect.stringContaining('UTF-8')]],
    [
      'an invisible character',
      (email: string) => `email,name\n\u200b${email},Ana\n`,
      [expect.stringContaining('email')],
    ],
  ])('with %s is parsed as in a spreadsheet', async (_, csv, findings) => {
    const preview = await send<Imported>(await managedTeam(service), csv(address('ana')), true);
    expect(preview.body.rows.map((row) => row.findings)).toEqual([findings]);
  });

  test('adds everyone once if two admins import it at the same time, in different orders', async () => {
    const team = await managedTeam(service);
    const lines = Array.from({ length: 40 }, (_, n) => `${address(`p${n}`)},P${n}`);
    const answers = await Promise.all(
      [lines, lines.toReversed()].map((some) => send<Imported>(team, `email,name\n${some.join('\n')}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => [body.added, body.members]).toSorted()).toEqual([
      [0, 40],
      [40, 0],
    ]);
  });

  test('adds no one if it needs more seats than are free, and names the line', async () => {
    const team = await managedTeam(service, { seat_limit: 6 });
    const [one, two] = [address('one'), address('two')];
    const refused = await send<Issues>(team, `email,name\n${one},One\n${two},Two\n`);
    expect([refused.status, slugOf(refused)]).toEqual([409, 'conflict']);
    expect(refused.body.detail).toContain('Line 3');
    expect(await peopleOf(team, `q=${one}`)).toEqual([]);
  });

  test('is not available to ordinary members, and its preview reveals nothing about accounts elsewhere', async () => {
    const [team, elsewhere] = [await managedTeam(service), await managedTeam(service)];
    for (const [method, path, body] of [
      ['GET', 'totals', undefined],
      ['GET', 'export', undefined],
      ['POST', 'bulk', { act: 'remove', user_ids: [team.author.id] }],
      ['POST', 'import', { csv: 'email,name\na@b.test,A\n' }],
    ] as const)
      expect((await team.asMember.send(method, `/manage/v1/members/${path}`, body)).status).toBe(403);
    const csv = `email,name\n${elsewhere.member.email},Max\n${address('new')},New\n`;
    const { rows } = (await send<Imported>(team, csv, true)).body;
    expect(rows.map(({ state, findings }) => [state, findings])).toEqual([
      ['ready', []],
      ['ready', []],
    ]);
  });
});
