// A restricted trail is open to a group that an identity provider fills. Members read it in every way, from the next
// request after they join; other people read it in none.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { atCommandLine, managedTeam } from '../doors/manage/support.ts';
import { connect, type ScimConnection } from '../doors/scim/support/connection.ts';
import { publishedTrail } from '../support/published-trail.ts';
import { slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';
import { type Subject, type WayReader, wayReader, waysThatShow } from './ways-to-read.ts';

const PROMPT = 'Write a farewell letter for a colleague who retires';
const MARK = 'quokka';
const DOCUMENT = {
  title: 'Write a farewell letter',
  target_role: 'Manager',
  description: `You write a letter that says goodbye to a ${MARK}.`,
  trigger: {
    when: 'A colleague retires.',
    keywords: ['farewell letter', 'retires', MARK],
    examples: [{ text: PROMPT, expect: 'match' }],
  },
  prompts: [{ id: 'draft', label: `Draft for a ${MARK}`, body: `Write a farewell letter to a ${MARK}.` }],
};

let service: World;
let team: Awaited<ReturnType<typeof managedTeam>>;
let okta: ScimConnection;
let [inside, outside] = [{} as WayReader, {} as WayReader];
let [insider, group] = ['', ''];
let subject: Subject;

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

beforeEach(async () => {
  team = await managedTeam(service, { name: 'Acme' });
  okta = await connect(service, team.team_id);
  insider = await okta.user('Ina');
  group = await okta.group('Sales', [insider]);
  const { id } = (
    await team.asAdmin.get<{ items: { user_id: string; id: string }[] }>('/manage/v1/members?q=Ina')
  ).body.items.map((one) => ({ id: one.user_id ?? one.id }))[0] ?? { id: '' };
  inside = await wayReader(service, team.team_id, { id, key: (await team.key(id)).key });
  outside = await wayReader(service, team.team_id, team.member);
  const trail = await publishedTrail(team.publisher.speaks, DOCUMENT, 'restricted');
  const ids = { trail_id: trail, group_id: group, user_id: id, catalog_id: team.team_id, version: '1', revision: '1' };
  const skill = 'write-a-farewell-letter';
  subject = { ids, prompt: PROMPT, skill, slashCommand: `${skill}.draft-for-a-${MARK}`, mark: MARK };
});

const shown = (reader: WayReader) => waysThatShow(service, reader, subject);
const path = () => `/manage/v1/trails/${subject.ids.trail_id}/groups`;
const open = (reach?: string) => team.asAdmin.post(path(), { group_id: group, ...(reach && { reach }) });

/** Every way in which a member of the group reads the trail. A new way appears here. */
const WAYS = [
  'GET /manage/v1/reader/downloads/cowork.zip',
  'GET /manage/v1/reader/downloads/marketplace.zip',
  'GET /manage/v1/reader/downloads/plugin.zip',
  'GET /manage/v1/reader/downloads/skills.zip',
  'GET /manage/v1/reader/trails',
  'GET /manage/v1/reader/trails/:trail_id',
  'GET /manage/v1/reader/trails/:trail_id/skill.zip',
  'GET /mcp/downloads/cowork.zip',
  'GET /mcp/downloads/marketplace.zip',
  'GET /mcp/downloads/plugin.zip',
  'GET /mcp/downloads/skills.zip',
  'GET /mcp/downloads/trails/:trail_id/skill.zip',
  'MCP prompts/get',
  'MCP prompts/list',
  'MCP resources/list',
  'MCP resources/read',
  'MCP skills/list',
  'MCP tools/call browse_trails',
  'MCP tools/call find_trail',
  'MCP tools/call get_trail',
  'MCP tools/call use_trail',
  'POST /manage/v1/find',
];

test('lets the members of a group read trails in every way, and others in none', async () => {
  expect([await shown(inside), await shown(outside)]).toEqual([[], []]);
  expect((await open()).status).toBe(200);
  expect(await shown(inside)).toEqual(WAYS);
  expect(await shown(outside)).toEqual([]);
  // A favorite outlives the access, but does not show the trail.
  const kept = await service.bearer(inside.token).put(`/manage/v1/reader/trails/${subject.ids.trail_id}/favourite`);
  expect(kept.status).toBeLessThan(300);
  await okta.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${insider}"]` }]);
  expect(await shown(inside)).toEqual([]);
});

test('ends the access in every way when the grant ends, the group is deleted, or the person is deactivated', async () => {
  await open();
  await team.asAdmin.delete(`${path()}/${group}`);
  expect(await shown(inside)).toEqual([]);
  await open();
  expect(await shown(inside)).toEqual(WAYS);
  await okta.delete(`/Groups/${group}`);
  expect(await shown(inside)).toEqual([]);
  expect((await team.asAdmin.get<object>(path())).body).toEqual({ items: [], people: [], audience_count: 0 });
  const { body } = await team.asAdmin.get<{ items: { kind: string; actor: { name: string } }[] }>('/manage/v1/audit');
  expect(body.items.slice(0, 2).map(({ kind }) => kind)).toEqual(['team.group.deleted', 'trail.group.removed']);
});

test('shows nothing to an editor of another trail who also approves, and nothing to people of another workspace', async () => {
  await open();
  const other = await publishedTrail(team.publisher.speaks, readyDocument('Plan a workshop'), 'restricted');
  const { email, id } = team.member;
  await team.publisher.speaks.post(`/v1/trails/${other}/grants`, { email });
  await team.asAdmin.patch(`/manage/v1/trails/${other}/people/${id}`, { edits: true });
  const { body } = await team.asAdmin.post<{ id: string }>('/manage/v1/groups', { display_name: 'Legal' });
  await team.asAdmin.post(`/manage/v1/groups/${body.id}/members`, { add: [id] });
  await team.asAdmin.patch('/manage/v1/catalog-rules', { approval_required: true, approver_group_id: body.id });
  await team.author.speaks.put(`/v1/trails/${other}/document`, readyDocument('Plan it'), { 'If-Match': '*' });
  const author = await atCommandLine(service, team.team_id, team.author.id);
  await author.post(`/manage/v1/trails/${other}/approval/request`, { revision: 2 });
  expect((await team.asMember.get('/manage/v1/session')).body).toMatchObject({
    ...{ edits_trails: true, approves_trails: true },
  });
  expect(await shown(outside)).toEqual([]);
  const elsewhere = await managedTeam(service, { name: 'Elsewhere' });
  expect(await shown(await wayReader(service, elsewhere.team_id, elsewhere.member))).toEqual([]);
});

test("keeps a group's access when it is disconnected, and when a connection takes it over by name", async () => {
  await open('featured');
  await team.asAdmin.post(`/manage/v1/groups/${group}/disconnect`);
  expect(await shown(inside)).toEqual(WAYS);
  const again = await okta.group('SALES', [insider]);
  expect(again).toBe(group);
  expect(await shown(inside)).toEqual(WAYS);
  const { body } = await team.asAdmin.get<{ items: unknown[] }>(path());
  expect(body.items).toEqual([
    {
      group_id: group,
      name: 'SALES',
      reach: 'featured',
      edits: false,
      source: { connection_id: okta.connection_id, name: 'Okta' },
      granted_at: expect.any(String),
    },
  ]);
});

test('counts people in grant_count, and also groups in audience_count', async () => {
  await open();
  await team.publisher.speaks.post(`/v1/trails/${subject.ids.trail_id}/grants`, { email: team.member.email });
  const detail = await team.publisher.speaks.get<{ grant_count: number }>(`/v1/trails/${subject.ids.trail_id}`);
  expect(detail.body.grant_count).toBe(1);
  expect((await team.publisher.speaks.get<unknown[]>(`/v1/trails/${subject.ids.trail_id}/grants`)).body).toHaveLength(
    1,
  );
  const { body } = await team.asAdmin.get<{ facts: { audience_count: number }[] }>('/manage/v1/trails');
  expect(body.facts.map(({ audience_count }) => audience_count)).toEqual([2]);
});

test('counts grants on sets in audience_count, and a group once', async () => {
  const { body } = await team.asAdmin.post<{ id: string }>('/manage/v1/trail-sets', { name: 'First week' });
  const set = `/manage/v1/trail-sets/${body.id}`;
  await team.asAdmin.put(`${set}/trails`, { trail_ids: [subject.ids.trail_id] });
  const counts = async (): Promise<number[]> => {
    const list = await team.asAdmin.get<{ facts: { audience_count: number }[] }>('/manage/v1/trails');
    const page = await team.asAdmin.get<{ audience_count: number }>(path());
    return [...list.body.facts.map(({ audience_count }) => audience_count), page.body.audience_count];
  };
  expect(await counts()).toEqual([0, 0]);
  await team.asAdmin.put(`${set}/groups/${group}`, {});
  expect(await counts()).toEqual([1, 1]);
  await open();
  expect(await counts()).toEqual([1, 1]);
  await team.asAdmin.put(`${set}/people/${team.member.id}`, {});
  expect(await counts()).toEqual([2, 2]);
  await team.asAdmin.delete(set);
});

test('opens and closes either all of many trails to a group, or none of them', async () => {
  const more = await publishedTrail(team.publisher.speaks, { ...DOCUMENT, title: 'Another' }, 'restricted');
  const all = `/manage/v1/groups/${group}/trails`;
  const refused = await team.asAdmin.post(all, { add: [more, newId()] });
  expect([refused.status, slugOf(refused)]).toEqual([404, 'not-found']);
  expect((await team.asAdmin.get(all)).body).toEqual({ items: [] });
  const added = await team.asAdmin.post(all, { add: [more, subject.ids.trail_id], reach: 'featured' });
  expect(added.body).toMatchObject({ items: [{ title: 'Another', reach: 'featured' }, { title: DOCUMENT.title }] });
  const changed = await team.asAdmin.post(all, { add: [more], reach: 'available', remove: [subject.ids.trail_id] });
  expect(changed.body).toMatchObject({ items: [{ title: 'Another', reach: 'available' }] });
});

test('shows featured trails first to the members, but not to others', async () => {
  const first = await publishedTrail(team.publisher.speaks, { ...DOCUMENT, title: 'First' });
  await open('featured');
  const list = (reader: WayReader) =>
    service.bearer(reader.token).get<{ items: { id: string }[]; featured: string[] }>('/manage/v1/reader/trails');
  expect((await list(inside)).body.featured).toEqual([subject.ids.trail_id]);
  expect((await list(outside)).body).toMatchObject({ items: [{ id: first }], featured: [] });
  await team.asAdmin.patch(`${path()}/${group}`, { reach: 'available' });
  expect((await list(inside)).body.featured).toEqual([]);
});

test("does not find a group of another workspace, or a trail for another workspace's group", async () => {
  const other = await managedTeam(service);
  const theirs = await other.asAdmin.post<{ id: string }>('/manage/v1/groups', { display_name: 'Theirs' });
  const refusals = [
    await team.asAdmin.post(path(), { group_id: theirs.body.id }),
    await other.asAdmin.post(path(), { group_id: theirs.body.id }),
    await other.asAdmin.get(path()),
    await other.asAdmin.post(`/manage/v1/groups/${theirs.body.id}/trails`, { add: [subject.ids.trail_id] }),
  ];
  expect(refusals.map((one) => `${one.status} ${slugOf(one)}`)).toEqual(refusals.map(() => '404 not-found'));
});

test('drops the grants of deleted groups when a deleted trail is restored', async () => {
  await open();
  await team.asOwner.patch('/manage/v1/catalog-rules', { keep_deleted: true });
  await team.publisher.speaks.delete(`/v1/trails/${subject.ids.trail_id}`);
  await okta.delete(`/Groups/${group}`);
  const restored = await team.asAdmin.post(`/manage/v1/deleted-trails/${subject.ids.trail_id}/restore`);
  expect(restored.status).toBeLessThan(300);
  expect((await team.asAdmin.get<object>(path())).body).toEqual({ items: [], people: [], audience_count: 0 });
});

interface Audience {
  readonly items: readonly { readonly user_id: string; readonly name: string; readonly reasons: readonly object[] }[];
  readonly total: number;
}

test('lists who sees a trail and why, and what a person sees and why', async () => {
  const audience = async (query = '') =>
    (await team.asAdmin.get<Audience>(`/manage/v1/trails/${subject.ids.trail_id}/audience${query}`)).body;
  expect(await audience()).toEqual({ items: [], total: 0 });
  await open();
  await team.publisher.speaks.post(`/v1/trails/${subject.ids.trail_id}/grants`, { email: team.member.email });
  const sales = { id: group, name: 'Sales', source: { connection_id: okta.connection_id, name: 'Okta' } };
  const byGroup = { kind: 'group', group: sales, set: null };
  expect(await audience()).toMatchObject({
    items: [
      { user_id: subject.ids.user_id, name: 'Ina', reasons: [byGroup] },
      { user_id: team.member.id, reasons: [{ kind: 'person', group: null, set: null }] },
    ],
    total: 2,
  });
  expect(await audience('?q=ina')).toMatchObject({ items: [{ name: 'Ina' }], total: 2 });
  const trails = () => team.asAdmin.get<{ items: object[] }>(`/manage/v1/members/${subject.ids.user_id}/trails`);
  expect((await trails()).body.items).toMatchObject([{ trail: { id: subject.ids.trail_id }, reasons: [byGroup] }]);
  await okta.patch(`/Users/${insider}`, [{ op: 'replace', path: 'active', value: false }]);
  expect(await audience()).toMatchObject({ items: [{ user_id: team.member.id }], total: 1 });
  expect((await trails()).body.items).toEqual([]);
  await team.publisher.speaks.patch(`/v1/trails/${subject.ids.trail_id}`, { visibility: 'all_teams' });
  expect(await audience(`?q=${team.member.email}`)).toMatchObject({
    items: [{ reasons: [{ kind: 'everyone' }, { kind: 'person' }] }],
  });
});

test('previews what a group sees without counting it, and shows nothing of another group', async () => {
  const group_id = (await team.asAdmin.post<{ id: string }>('/manage/v1/groups', { display_name: 'Other' })).body.id;
  await open('featured');
  const preview = async (of: string) => {
    const home = await team.asAdmin.get<{ items: { id: string }[]; featured: string[] }>(
      `/manage/v1/groups/${of}/home`,
    );
    const found = await team.asAdmin.post<{ items: object[] }>(`/manage/v1/groups/${of}/find`, { text: PROMPT });
    return [home.body.items.map(({ id }) => id), home.body.featured, found.body.items.length];
  };
  expect(await preview(group)).toEqual([[subject.ids.trail_id], [subject.ids.trail_id], 1]);
  expect(await preview(group_id)).toEqual([[], [], 0]);
  const other = await managedTeam(service);
  expect((await other.asAdmin.get(`/manage/v1/groups/${group}/home`)).status).toBe(404);
});

test('offers groups as well as people to an author who opens a trail', async () => {
  const { body } = await team.asAdmin.get<{ groups: object[] }>('/manage/v1/colleagues?q=sal');
  expect(body.groups).toEqual([
    { group_id: group, name: 'Sales', source: { connection_id: okta.connection_id, name: 'Okta' } },
  ]);
});

interface SetPage {
  readonly id: string;
  readonly trails: readonly object[];
  readonly groups: readonly object[];
}

async function setOf(...trail_ids: string[]): Promise<string> {
  const { body } = await team.asAdmin.post<SetPage>('/manage/v1/trail-sets', { name: 'Onboarding for sales' });
  expect((await team.asAdmin.put(`/manage/v1/trail-sets/${body.id}/trails`, { trail_ids })).status).toBe(200);
  return `/manage/v1/trail-sets/${body.id}`;
}

/** The part of a trail in a set that a person sees. */
const WAYS_IN_A_SET = [...WAYS, 'GET /manage/v1/reader/sets'].sort();

test('opens the trails of a set to its audience in every way, until the set, the grant or the group is gone', async () => {
  const set = await setOf(subject.ids.trail_id ?? '');
  expect([await shown(inside), await shown(outside)]).toEqual([[], []]);
  const give = () => team.asAdmin.put<SetPage>(`${set}/groups/${group}`, { reach: 'featured' });
  expect((await give()).body).toMatchObject({ groups: [{ name: 'Sales', reach: 'featured', edits: false }] });
  expect([await shown(inside), await shown(outside)]).toEqual([WAYS_IN_A_SET, []]);
  const audience = await team.asAdmin.get<Audience>(`/manage/v1/trails/${subject.ids.trail_id}/audience`);
  expect(audience.body.items[0]?.reasons).toMatchObject([{ kind: 'group', set: { name: 'Onboarding for sales' } }]);
  await team.asAdmin.delete(`${set}/groups/${group}`);
  expect(await shown(inside)).toEqual([]);
  await give();
  await team.asAdmin.put(`${set}/trails`, { trail_ids: [] });
  expect(await shown(inside)).toEqual([]);
  await team.asAdmin.put(`${set}/trails`, { trail_ids: [subject.ids.trail_id] });
  expect(await shown(inside)).toEqual(WAYS_IN_A_SET);
  const page = await team.asAdmin.get<{ gives: object }>(`/manage/v1/groups/${group}`);
  expect(page.body.gives).toEqual({ trails: 0, sets: 1, edits: 0, approves: false });
  await okta.delete(`/Groups/${group}`);
  expect(await shown(inside)).toEqual([]);
  expect((await team.asAdmin.get(set)).body).toMatchObject({ groups: [], audience_count: 0 });
  await team.asAdmin.put(`${set}/people/${subject.ids.user_id}`, {});
  expect(await shown(inside)).toEqual(WAYS_IN_A_SET);
  await team.asAdmin.delete(set);
  expect(await shown(inside)).toEqual([]);
});

test('names a set only to its audience, and shows a set without an audience with the visible trails only', async () => {
  const visible = await publishedTrail(team.publisher.speaks, { ...DOCUMENT, title: 'For all' });
  const set = await setOf(subject.ids.trail_id ?? '', visible);
  const sets = async (reader: WayReader) =>
    (await service.bearer(reader.token).get<{ items: object[] }>('/manage/v1/reader/sets')).body.items;
  expect(await sets(outside)).toMatchObject([{ name: 'Onboarding for sales', trail_ids: [visible] }]);
  await team.asAdmin.put(`${set}/groups/${group}`, {});
  expect(await sets(outside)).toEqual([]);
  expect(await sets(inside)).toMatchObject([{ trail_ids: [subject.ids.trail_id, visible] }]);
});

test('distinguishes sets with the same name, orders them, and does not find those of another workspace', async () => {
  const set = await setOf(subject.ids.trail_id ?? '');
  const again = await team.asAdmin.post('/manage/v1/trail-sets', { name: 'ONBOARDING for Sales' });
  expect([again.status, slugOf(again)]).toEqual([409, 'conflict']);
  const { body } = await team.asAdmin.post<SetPage>('/manage/v1/trail-sets', { name: 'Second', description: 'More' });
  const first = set.split('/').at(-1);
  const ordered = await team.asAdmin.put('/manage/v1/trail-sets/order', { set_ids: [body.id, first] });
  expect(ordered.body).toMatchObject({ items: [{ name: 'Second' }, { trail_count: 1 }] });
  expect((await team.asAdmin.put('/manage/v1/trail-sets/order', { set_ids: [first] })).status).toBe(409);
  const other = await managedTeam(service);
  const theirs = await publishedTrail(other.publisher.speaks, DOCUMENT);
  const statuses = [
    (await other.asAdmin.get(set)).status,
    (await other.asAdmin.put(`${set}/groups/${group}`, {})).status,
    (await other.asAdmin.delete(set)).status,
    (await team.asAdmin.put(`${set}/trails`, { trail_ids: [theirs] })).status,
    (await team.asAdmin.put(`${set}/people/${other.member.id}`, {})).status,
  ];
  expect(statuses).toEqual([404, 404, 404, 404, 404]);
});
