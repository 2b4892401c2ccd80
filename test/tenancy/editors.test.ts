// People who edit some trails without being authors: through a direct grant, through a group, or through a set. They
// can edit in the console and over MCP, but not at /v1, whose keys are catalog-wide.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rampFile } from '../assets/sample-images.ts';
import { atCommandLine, managedTeam } from '../doors/manage/support.ts';
import { connect as connectTool } from '../doors/mcp/mcp-client.ts';
import { connected, PUBLIC, registered } from '../doors/oauth/oauth-world.ts';
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
  service = await world({ CAIRN_PUBLIC_URL: PUBLIC });
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
  for (const door of ['/manage/v1', '/console/v1']) {
    const listed = await editor.get<{ items: object[] }>(`${door}/trails`);
    expect(listed.body.items).toMatchObject([{ id: trail, status: 'live', has_unpublished_changes: true }]);
  }
  const { body } = await editor.get<{ counts: object }>('/manage/v1/trails?q=workshop');
  expect(body).toMatchObject({ items: [], counts: { draft: 0, live: 0, archived: 0 } });
  expect((await editor.get('/manage/v1/session')).body).toMatchObject({ edits_trails: true, scopes: [] });
  await okta.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${user}"]` }]);
  expect(await edits(trail)).toEqual([403, 403]);
  expect((await editor.get('/manage/v1/trails')).status).toBe(403);
  expect((await editor.get('/manage/v1/session')).body).toMatchObject({ edits_trails: false });
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
  const open = async (subject: string) => {
    const allowed: string[] = [];
    for (const { method, path, id, need } of everyRow()) {
      const isForAuthors = need === 'author' || need === 'team-author' || need === 'publisher';
      if (!isForAuthors && !(id.startsWith('console.') && need !== undefined)) continue;
      const filled = path
        .replace('{trail_id}', subject)
        .replace('{version}', '1')
        .replace(/\{\w+\}/g, person);
      const { status } = await editor.send(method, filled, method === 'GET' || method === 'DELETE' ? undefined : {});
      if (status !== 403) allowed.push(id);
    }
    return allowed.sort();
  };
  const lists = ['console.getAuthoringGuide', 'console.listTrails', 'listAiTools', 'listAuthorTrails'];
  expect(await open(trail)).toEqual(
    [
      ...lists,
      ...['console.getTrail', 'console.getTrailDocument', 'console.getTrailVersion', 'console.listTrailVersions'],
      ...['console.restoreTrailVersion', 'console.runTrailExamples', 'console.saveTrailDocument'],
      ...['console.testTrailSurfacing', 'console.uploadContentAsset', 'evaluateExamples', 'getApproval'],
      ...[
        'getTrailSafety',
        'listEvaluations',
        'listTrailSchedules',
        'rankCandidates',
        'requestApproval',
        'withdrawApproval',
      ],
    ].sort(),
  );
  expect(await open(other)).toEqual([...lists, 'console.uploadContentAsset'].sort());
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
  expect(names).not.toContain('publish');
  expect(names).not.toContain('create_draft');
  const { revision } = await caller.call<{ revision: number }>('get_draft', { trail_id: trail });
  const document = readyDocument('By an editor');
  await caller.call('save_draft', { trail_id: trail, revision, document });
  expect((await caller.refused('get_draft', { trail_id: other })).slug).toBe('forbidden');
  const { items } = await caller.call<{ items: { id: string }[] }>('list_trails');
  const guide = await caller.call<{ existing_trails: { id: string }[] }>('authoring_guide');
  expect([items, guide.existing_trails].map((all) => all.map(({ id }) => id))).toEqual([[trail], [trail]]);
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

const REFUND = 'A customer wants their money back';
const tested = (title: string) => ({
  ...readyDocument(title),
  trigger: { when: '', keywords: ['money back'], examples: [{ text: REFUND, expect: 'match' }] },
});

test('tests surfacing only against trails that the editor sees, and stores no results', async () => {
  await mayEdit();
  const hidden = await publishedTrail(team.publisher.speaks, tested('Pay the refund'), 'restricted');
  await editor.put(`/console/v1/trails/${trail}/document`, tested('Answer a refund'), { 'If-Match': '*' });
  const asked = { draft_text: REFUND };
  const results = await Promise.all([
    editor.post(`/console/v1/trails/${trail}/surfacing-test`, asked),
    editor.post(`/manage/v1/trails/${trail}/candidates`, asked),
    editor.post(`/manage/v1/trails/${trail}/evaluation`, {}),
    editor.post(`/console/v1/trails/${trail}/run-examples`, {}),
  ]);
  for (const { status, body } of results) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`Pay the refund|${hidden}`));
  }
  const author = await team.asAdmin.post(`/manage/v1/trails/${trail}/candidates`, asked);
  expect(JSON.stringify(author.body)).toContain(hidden);
  expect((await editor.get<{ items: object[] }>(`/manage/v1/trails/${trail}/evaluations`)).body.items).toEqual([]);
});

test('uploads images only for the trails that the editor may edit', async () => {
  await mayEdit();
  const upload = async (trail_id?: string) => {
    const form = new FormData();
    if (trail_id !== undefined) form.append('trail_id', trail_id);
    form.append('file', new Blob([await rampFile('png')]), 'image.png');
    return (await editor.post('/console/v1/content-assets', form)).status;
  };
  expect([await upload(trail), await upload(other), await upload()]).toEqual([201, 403, 403]);
});

test('offers the author scopes for MCP to an editor, but not for /v1', async () => {
  const scopes = ['trails:use', 'trails:read', 'trails:write'];
  const { client_id } = await registered(service);
  const { email } = (await team.asAdmin.get<{ email: string }>(`/manage/v1/members/${person}`)).body;
  const tokenFor = async (scope: string) =>
    (await connected(service, email, client_id, { resource: '/mcp', scope })).access_token;
  const plain = await tokenFor('trails:use');
  const names = async () => {
    const { client } = await connectTool(service.address, plain);
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  };
  expect(await names()).not.toContain('start_authoring');
  await mayEdit();
  expect(await names()).toContain('start_authoring');
  const caller = await connectTool(service.address, await tokenFor(scopes.join(' ')));
  expect(await caller.call('get_draft', { trail_id: trail })).toMatchObject({ id: trail });
  await okta.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${user}"]` }]);
  expect((await caller.refused('get_draft', { trail_id: trail })).slug).toBe('forbidden');
  await caller.close();
});
