// People who edit some trails without being authors: through a direct grant, through a group, or through a set. They
// can edit in the console and over MCP, but not at /v1, whose keys are catalog-wide.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { atCommandLine, managedTeam } from '../doors/manage/support.ts';
import { connect as connectTool } from '../doors/mcp/mcp-client.ts';
import { connect, type ScimConnection } from '../doors/scim/support/connection.ts';
import { publishedTrail } from '../support/published-trail.ts';
import type { Speaker } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';
import { everyRow } from './access/rows.ts';

let service: World;
let team: Awaited<ReturnType<typeof managedTeam>>;
let okta: ScimConnection;
let [person, user, group, trail, other] = ['', '', '', '', ''];
let editor: Speaker;

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

beforeEach(async () => {
  team = await managedTeam(service);
  okta = await connect(service, team.team_id);
  user = await okta.user('Eda');
  group = await okta.group('Editors', [user]);
  const found = await team.asAdmin.get<{ items: { user_id: string }[] }>('/manage/v1/members?q=Eda');
  person = found.body.items[0]?.user_id ?? '';
  editor = await atCommandLine(service, team.team_id, person);
  trail = await publishedTrail(team.publisher.speaks, readyDocument('Answer a refund'));
  other = await publishedTrail(team.publisher.speaks, readyDocument('Plan a workshop'));
});

/** The statuses of reading and saving a draft. */
async function edits(id: string, speaks = editor, door = '/console/v1'): Promise<readonly number[]> {
  const path = `${door}/trails/${id}`;
  const { status, headers } = await speaks.get(path);
  const saved = await speaks.put(`${path}/document`, readyDocument(`Saved at ${service.clock()}`), {
    'If-Match': headers.get('etag') ?? '*',
  });
  return [status, saved.status];
}

const grants = () => `/manage/v1/trails/${trail}/groups`;
const mayEdit = () => team.asAdmin.post(grants(), { group_id: group, edits: true });

test('lets members of a group edit only the trail, until they leave the group', async () => {
  expect(await edits(trail)).toEqual([403, 403]);
  await team.asAdmin.post(grants(), { group_id: group });
  expect(await edits(trail)).toEqual([403, 403]);
  await team.asAdmin.patch(`${grants()}/${group}`, { edits: true });
  expect(await edits(trail)).toEqual([200, 200]);
  expect(await edits(other)).toEqual([403, 403]);
  const listed = await editor.get<{ items: object[] }>('/manage/v1/reader/editable-trails');
  expect(listed.body.items).toMatchObject([{ id: trail, status: 'live', has_unpublished_changes: true }]);
  await okta.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${user}"]` }]);
  expect(await edits(trail)).toEqual([403, 403]);
  expect((await editor.get<{ items: object[] }>('/manage/v1/reader/editable-trails')).body.items).toEqual([]);
});

test('lets a person with a grant edit the trail, and the audience of a set its trails', async () => {
  const { email } = (await team.asAdmin.get<{ email: string }>(`/manage/v1/members/${person}`)).body;
  const people = `/manage/v1/trails/${trail}/people/${person}`;
  expect((await team.asAdmin.patch(people, { edits: true })).status).toBe(404);
  await team.publisher.speaks.post(`/v1/trails/${trail}/grants`, { email });
  expect((await team.asAdmin.patch(people, { edits: true })).body).toMatchObject({ people: [{ edits: true }] });
  expect([await edits(trail), await edits(other)]).toEqual([
    [200, 200],
    [403, 403],
  ]);
  await team.publisher.speaks.delete(`/v1/trails/${trail}/grants/${person}`);
  const { id } = (await team.asAdmin.post<{ id: string }>('/manage/v1/trail-sets', { name: 'Sales' })).body;
  await team.asAdmin.put(`/manage/v1/trail-sets/${id}/groups/${group}`, { edits: true });
  expect(await edits(other)).toEqual([403, 403]);
  await team.asAdmin.put(`/manage/v1/trail-sets/${id}/trails`, { trail_ids: [other] });
  expect([await edits(trail), await edits(other)]).toEqual([
    [403, 403],
    [200, 200],
  ]);
});

test('refuses every other operation of authors, for any spelling of ids', async () => {
  await mayEdit();
  expect(await edits(trail.toUpperCase())).toEqual([200, 200]);
  const allowed: string[] = [];
  for (const { method, path, id, need } of everyRow()) {
    if (!id.startsWith('console.') || need === undefined) continue;
    const filled = path.replace('{trail_id}', trail).replace('{version}', '1').replace('{user_id}', person);
    const { status } = await editor.send(method, filled, method === 'GET' || method === 'DELETE' ? undefined : {});
    if (status !== 403) allowed.push(id.replace('console.', ''));
  }
  expect(allowed.sort()).toEqual([
    'getTrail',
    'getTrailDocument',
    'getTrailVersion',
    'listTrailVersions',
    'restoreTrailVersion',
    'saveTrailDocument',
  ]);
  expect((await editor.post(grants(), { group_id: group })).status).toBe(403);
});

test("offers the tools to an editor over MCP, but gives an editor's key no access at /v1", async () => {
  const { key, speaks } = await team.key(person);
  const toolsOf = async () => {
    const caller = await connectTool(service.address, key);
    const { tools } = await caller.client.listTools();
    return { caller, names: tools.map(({ name }) => name) };
  };
  const before = await toolsOf();
  expect(before.names).not.toContain('save_draft');
  await mayEdit();
  const { caller, names } = await toolsOf();
  expect(names).toEqual(expect.arrayContaining(['get_draft', 'save_draft', 'list_versions', 'get_version']));
  expect(names).not.toEqual(expect.arrayContaining(['publish']));
  const { revision } = await caller.call<{ revision: number }>('get_draft', { trail_id: trail });
  const document = readyDocument('By an editor');
  await caller.call('save_draft', { trail_id: trail, revision, document });
  expect((await caller.refused('get_draft', { trail_id: other })).slug).toBe('forbidden');
  expect(await edits(trail, speaks, '/v1')).toEqual([403, 403]);
  await Promise.all([before.caller.close(), caller.close()]);
});

test('ends the right with the group, and keeps it through a disconnection and a takeover by name', async () => {
  await mayEdit();
  await team.asAdmin.post(`/manage/v1/groups/${group}/disconnect`);
  expect(await edits(trail)).toEqual([200, 200]);
  expect(await okta.group('EDITORS', [user])).toBe(group);
  expect(await edits(trail)).toEqual([200, 200]);
  await okta.delete(`/Groups/${group}`);
  expect(await edits(trail)).toEqual([403, 403]);
});

test('gives no access in another workspace', async () => {
  await mayEdit();
  const next = await managedTeam(service);
  const theirs = await publishedTrail(next.publisher.speaks, readyDocument('Theirs'));
  expect(await edits(theirs)).toEqual([403, 403]);
  expect(await edits(trail, next.asMember)).toEqual([403, 403]);
  expect((await next.asAdmin.patch(`/manage/v1/trails/${trail}/people/${person}`, { edits: true })).status).toBe(404);
});
