import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { setRoles } from '../../../src/directory/members/member-roles.ts';
import type { GrantResource, TrailDetailResource, VersionResource } from '../../../src/trails/trail.ts';
import { type Problem, type Speaker, slugOf } from '../../support/speaker.ts';
import { BY_TEST, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';

let service: World;
let team: TestTeam;
let publisher: Speaker;
beforeAll(async () => {
  service = await world();
  team = await service.team();
  publisher = team.publisher.speaks;
});
afterAll(() => service.close());

const create = async (speaker = publisher, document: object = readyDocument()): Promise<string> =>
  (await speaker.post<TrailDetailResource>('/v1/trails', { document })).body.id;
const act = <Body = TrailDetailResource>(
  id: string,
  action: string,
  body?: object | string,
  headers?: Record<string, string>,
) => publisher.post<Body>(`/v1/trails/${id}/${action}`, body, headers);

test('goes from draft to live, to draft, to archived, to draft', async () => {
  const id = await create();
  const live = await act(id, 'publish', { note: 'First' });
  expect([live.status, live.body.status, live.body.published_version]).toEqual([200, 'live', 1]);
  expect((await act(id, 'unpublish')).body).toMatchObject({ status: 'draft', published_version: null });
  expect(slugOf(await act(id, 'unpublish'))).toBe('conflict');
  expect((await act(id, 'archive')).body.status).toBe('archived');
  expect(slugOf(await act(id, 'publish'))).toBe('conflict');
  expect((await act(id, 'unarchive')).body.status).toBe('draft');
  const versions = await publisher.get<VersionResource[]>(`/v1/trails/${id}/versions`);
  expect(versions.body).toMatchObject([
    { version: 1, is_live: false, note: 'First', created_by: { name: 'Paula Publisher' } },
  ]);
});

test('refuses to publish while an error is left, and lists all issues (422 validation)', async () => {
  const id = await create(publisher, { title: 'Bare' });
  const refused = await act<Problem>(id, 'publish');
  expect([refused.status, slugOf(refused)]).toEqual([422, 'validation']);
  const { body } = await publisher.get<TrailDetailResource>(`/v1/trails/${id}`);
  expect(refused.body.issues).toEqual(body.publish_issues);
});

test('applies If-Match to publish, and accepts nothing but a note as body', async () => {
  const id = await create();
  expect(slugOf(await act(id, 'publish', undefined, { 'If-Match': '"4"' }))).toBe('revision-conflict');
  expect((await act(id, 'publish', undefined, { 'If-Match': '4' })).status).toBe(400);
  expect(slugOf(await act(id, 'publish', { notes: 'x' }))).toBe('validation');
  expect(slugOf(await act(id, 'publish', { note: 'x'.repeat(501) }))).toBe('validation');
  expect((await act(id, 'publish', { note: null }, { 'If-Match': '"1"' })).status).toBe(200);
});

test('adds a note to the version of an unchanged live trail, and logs it once', async () => {
  const id = await create();
  await act(id, 'publish', { note: 'Frist' });
  for (const note of ['First', 'First', null]) {
    const again = await act(id, 'publish', { note });
    expect([again.status, again.body.published_version]).toEqual([200, 1]);
  }
  const { body } = await publisher.get<VersionResource[]>(`/v1/trails/${id}/versions`);
  expect(body).toMatchObject([{ version: 1, note: 'First' }]);
  const told = await readAudit(
    service.app.database,
    team.team_id,
    { kind: 'trail.note_changed', subject_id: id },
    { after: null, limit: 9 },
  );
  expect(told).toMatchObject([{ subject: { id }, before: { note: 'Frist' }, after: { note: 'First', version: 1 } }]);
});

test("treats an invisible note as empty, so that it removes a version's note", async () => {
  const id = await create();
  const noteAfter = async (note: string | null) => {
    await act(id, 'publish', { note });
    return (await publisher.get<VersionResource[]>(`/v1/trails/${id}/versions`)).body[0]?.note ?? null;
  };
  expect(await noteAfter(' \u200b')).toBe(null);
  expect(await noteAfter(' First ')).toBe(' First ');
  expect(await noteAfter(null)).toBe(' First ');
  expect(await noteAfter('')).toBe(null);
});

test('reads and restores a version whose number is an int32 of at least 1', async () => {
  const id = await create();
  await act(id, 'publish');
  await publisher.put(`/v1/trails/${id}/document`, readyDocument('Changed'), { 'If-Match': '"1"' });
  const version = await publisher.get<{ document: { title: string } }>(`/v1/trails/${id}/versions/1`);
  expect(version.body).toMatchObject({ version: 1, is_live: true, document: { title: 'Answer a refund request' } });
  const restored = await act(id, 'versions/1/restore');
  expect([restored.headers.get('etag'), restored.body.title, restored.body.status]).toEqual([
    '"3"',
    'Answer a refund request',
    'live',
  ]);
  expect((await publisher.get(`/v1/trails/${id}/versions/2`)).status).toBe(404);
  // Existence is checked before preconditions (Decision 5).
  expect((await act(id, 'versions/9/restore', undefined, { 'If-Match': '"77"' })).status).toBe(404);
  for (const stale of [{ 'If-Match': '"77"' }, { 'If-None-Match': '*' }])
    expect((await act(id, 'versions/1/restore', undefined, stale)).status).toBe(412);
  for (const bad of ['0', '-1', 'x', '2147483648', '1.5']) {
    expect((await publisher.get(`/v1/trails/${id}/versions/${bad}`)).status).toBe(400);
    expect((await act(id, `versions/${bad}/restore`)).status).toBe(400);
  }
});

test('applies one of several concurrent restores with the same revision, and all without a revision', async () => {
  const id = await create();
  await act(id, 'publish');
  await publisher.put(`/v1/trails/${id}/document`, readyDocument('Changed'), { 'If-Match': '"1"' });
  const restored = async (headers: Record<string, string>) => {
    const all = Array.from({ length: 5 }, () => act(id, 'versions/1/restore', undefined, headers));
    return (await Promise.all(all)).filter(({ status }) => status === 200).length;
  };
  expect(await restored({ 'If-Match': '"2"' })).toBe(1);
  expect(await restored({ 'If-Match': '*' })).toBe(5);
  expect(await restored({})).toBe(5);
});

test('accepts a caller after a role was granted', async () => {
  const { id, speaks } = await team.person('Nora New');
  expect(slugOf(await speaks.post('/v1/trails', { title: 'Mine' }))).toBe('forbidden');
  await service.app.database.inTransaction((tx) => setRoles(tx, team.team_id, id, ['author'], BY_TEST));
  expect((await speaks.post('/v1/trails', { title: 'Mine' })).status).toBe(201);
});

test("grants access by a member's email: idempotent, 422 for others, 404 if there is none to remove", async () => {
  const id = await create();
  const path = `/v1/trails/${id}/grants`;
  const email = team.member.email.toUpperCase();
  const granted = await publisher.post<GrantResource[]>(path, { email });
  expect(granted.body).toMatchObject([{ kind: 'user', user_id: team.member.id, email: team.member.email }]);
  expect((await publisher.post(path, { email })).body).toEqual(granted.body);
  expect(slugOf(await publisher.post(path, { email: 'stranger@acme.test' }))).toBe('unprocessable');
  expect(slugOf(await publisher.post(path, {}))).toBe('validation');
  expect((await publisher.delete(`${path}/x`)).status).toBe(400);
  expect((await publisher.delete(`${path}/${team.member.id}`)).body).toEqual([]);
  expect((await publisher.delete(`${path}/${team.member.id}`)).status).toBe(404);
});

test('lets an author write drafts but not publish, and shows a member no drafts', async () => {
  const id = await create(team.author.speaks);
  for (const action of ['publish', 'unpublish', 'archive', 'unarchive']) {
    expect(slugOf(await team.author.speaks.post(`/v1/trails/${id}/${action}`))).toBe('forbidden');
  }
  const reader = await team.key(team.publisher.id, { scopes: ['trails:read'] });
  const refused = await reader.speaks.post<Problem>(`/v1/trails/${id}/publish`);
  expect([slugOf(refused), refused.body.required_scope]).toEqual(['insufficient-scope', 'trails:publish']);
  expect((await reader.speaks.get(`/v1/trails/${id}`)).status).toBe(200);
  expect(slugOf(await team.member.speaks.get(`/v1/trails/${id}`))).toBe('forbidden');
  expect(slugOf(await team.member.speaks.delete(`/v1/trails/${id}`))).toBe('forbidden');
});

test('treats the service-wide catalog like any other, with grants for workspaces', async () => {
  const operator = (await service.operator()).speaks;
  const id = await create(operator);
  expect((await operator.post(`/v1/trails/${id}/publish`)).status).toBe(200);
  expect((await operator.get(`/v1/trails/${id}/grants`)).body).toEqual([]);
  expect(slugOf(await operator.post(`/v1/trails/${id}/grants`, { email: team.member.email }))).toBe('unprocessable');
  expect((await publisher.get(`/v1/trails/${id}`)).status).toBe(404);
});
