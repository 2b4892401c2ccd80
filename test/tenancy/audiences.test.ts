// A restricted trail is open to a group that an identity provider fills. Members read it in every way there is, with
// the next request after they join; other people read it in none.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { managedTeam } from '../doors/manage/support.ts';
import { connect, type ScimConnection } from '../doors/scim/support/connection.ts';
import { publishedTrail } from '../support/published-trail.ts';
import { slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { type Subject, type WayReader, wayReader, waysThatShow } from './ways-to-read.ts';

const PROMPT = 'Write a farewell letter for a colleague who retires';
const MARK = 'quokka';
const DOCUMENT = {
  title: 'Write a farewell letter',
  target_role: 'Manager',
  description: `You write a letter that says goodbye to a ${MARK}.`,
  trigger: {
    when: 'A colleague retires.',
    keywords: ['farewell letter', 'retires', 'goodbye'],
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
  subject = { ids, prompt: PROMPT, skill: 'write-a-farewell-letter', mark: MARK };
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
  'MCP tools/call find_trail',
  'MCP tools/call get_trail',
  'POST /manage/v1/find',
];

test('opens every way to read to the members of a group, and none to others', async () => {
  expect([await shown(inside), await shown(outside)]).toEqual([[], []]);
  expect((await open()).status).toBe(200);
  expect(await shown(inside)).toEqual(WAYS);
  expect(await shown(outside)).toEqual([]);
  await okta.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${insider}"]` }]);
  expect(await shown(inside)).toEqual([]);
});

test('ends every way when the group is closed, deleted, or the person deactivated', async () => {
  await open();
  await team.asAdmin.delete(`${path()}/${group}`);
  expect(await shown(inside)).toEqual([]);
  await open();
  expect(await shown(inside)).toEqual(WAYS);
  await okta.delete(`/Groups/${group}`);
  expect(await shown(inside)).toEqual([]);
  expect((await team.asAdmin.get<object>(path())).body).toEqual({ items: [], audience_count: 0 });
  const { body } = await team.asAdmin.get<{ items: { kind: string; actor: { name: string } }[] }>('/manage/v1/audit');
  expect(body.items.slice(0, 2).map(({ kind }) => kind)).toEqual(['team.group.deleted', 'trail.group.removed']);
});

test('keeps what a group opens when it is disconnected, and when a connection takes it over by name', async () => {
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
      source: { connection_id: okta.connection_id, name: 'Okta' },
      granted_at: expect.any(String),
    },
  ]);
});

test('keeps grant_count for people, and counts groups in audience_count', async () => {
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

test('opens and closes many trails to a group at once, or none of them', async () => {
  const more = await publishedTrail(team.publisher.speaks, { ...DOCUMENT, title: 'Another' }, 'restricted');
  const all = `/manage/v1/groups/${group}/trails`;
  const refused = await team.asAdmin.post(all, { add: [more, newId()] });
  expect([refused.status, slugOf(refused)]).toEqual([404, 'not-found']);
  expect((await team.asAdmin.get(all)).body).toEqual({ items: [] });
  const added = await team.asAdmin.post(all, { add: [more, subject.ids.trail_id], reach: 'featured' });
  expect(added.body).toMatchObject({ items: [{ title: 'Another', reach: 'featured' }, { title: DOCUMENT.title }] });
  const changed = await team.asAdmin.post(all, { add: [more], remove: [subject.ids.trail_id] });
  expect(changed.body).toMatchObject({ items: [{ title: 'Another', reach: 'available' }] });
});

test('shows featured trails first to the members, and to nobody else', async () => {
  const first = await publishedTrail(team.publisher.speaks, { ...DOCUMENT, title: 'First' });
  await open('featured');
  const list = (reader: WayReader) =>
    service.bearer(reader.token).get<{ items: { id: string }[]; featured: string[] }>('/manage/v1/reader/trails');
  expect((await list(inside)).body.featured).toEqual([subject.ids.trail_id]);
  expect((await list(outside)).body).toMatchObject({ items: [{ id: first }], featured: [] });
  await team.asAdmin.patch(`${path()}/${group}`, { reach: 'available' });
  expect((await list(inside)).body.featured).toEqual([]);
});

test("finds no group of another workspace, and no trail for another workspace's group", async () => {
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
  expect((await team.asAdmin.get<object>(path())).body).toEqual({ items: [], audience_count: 0 });
});
