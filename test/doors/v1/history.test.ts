// The history of a draft: what a save or a restore replaced can be read, compared and brought back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookieName, SESSION_COOKIE } from '../../../src/identity/cookie-names.ts';
import { createSession } from '../../../src/identity/sessions.ts';
import { KEPT_REVISIONS } from '../../../src/trails/document/limits.ts';
import { type Problem, type Speaker, slugOf } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';

interface Trail {
  readonly id: string;
  readonly revision: number;
  readonly document: Readonly<Record<string, unknown>>;
}
interface Revision {
  readonly revision: number;
  readonly saved_by: { readonly id: string } | null;
  readonly is_current: boolean;
  readonly version: number | null;
  readonly changed_fields: readonly string[] | null;
  readonly document?: Readonly<Record<string, unknown>>;
}

let service: World;
let team: TestTeam;
beforeAll(async () => {
  service = await world();
  team = await service.team();
});
afterAll(() => service.close());

const draft = (title: string, more = {}) => ({
  ...{ title, description: 'You answer in two minutes.', trigger: { keywords: ['refund'] } },
  ...{ prompts: [{ label: 'Draft', body: 'Draft a reply to {{customer}}.' }], ...more },
});

const speaks = (): Speaker => team.publisher.speaks;
const created = async (): Promise<Trail> => (await speaks().post<Trail>('/v1/trails', { document: draft('One') })).body;
const save = (id: string, document: object, ifMatch = '*') =>
  speaks().put<Trail>(`/v1/trails/${id}/document`, document, { 'If-Match': ifMatch });
const revisionsOf = async (id: string, by = speaks()): Promise<readonly Revision[]> =>
  (await by.get<{ items: Revision[] }>(`/manage/v1/trails/${id}/revisions`)).body.items;
const textOf = async (id: string, revision: number): Promise<string> => {
  const { body } = await speaks().get<Revision>(`/manage/v1/trails/${id}/revisions/${revision}`);
  return JSON.stringify(body.document);
};

test('brings back the draft that a restored version replaced, byte for byte', async () => {
  const { id } = await created();
  await speaks().post(`/v1/trails/${id}/publish`);
  const worked = await save(id, draft('An hour of work', { description: 'Ünicode “quotes” \u2028 {{x}}' }));
  const before = JSON.stringify(worked.body.document);
  const restored = await speaks().post<Trail>(`/v1/trails/${id}/versions/1/restore`);
  expect(restored.body.document.title).toBe('One');
  expect(await textOf(id, worked.body.revision)).toBe(before);
  const undone = await speaks().post<Trail>(`/manage/v1/trails/${id}/revisions/${worked.body.revision}/restore`);
  expect(undone.body.revision).toBe(restored.body.revision + 1);
  expect(JSON.stringify(undone.body.document)).toBe(before);
  expect(undone.headers.get('etag')).toBe(`"${undone.body.revision}"`);
});

test('brings back what a save over any revision replaced', async () => {
  const { id } = await created();
  const mine = await save(id, draft('Mine'));
  await save(id, draft('Somebody wrote over it'));
  const undone = await speaks().post<Trail>(`/manage/v1/trails/${id}/revisions/${mine.body.revision}/restore`);
  expect(JSON.stringify(undone.body.document)).toBe(JSON.stringify(mine.body.document));
});

test('lists who saved each revision, what it changed, and the version made from it', async () => {
  const { id } = await created();
  await save(id, draft('Two'));
  await team.author.speaks.put(`/v1/trails/${id}/document`, draft('Two', { prompts: [] }), { 'If-Match': '"2"' });
  await speaks().put(`/v1/trails/${id}/document`, draft('Three'), { 'If-Match': '"3"' });
  await speaks().post(`/v1/trails/${id}/publish`);
  const facts = (await revisionsOf(id)).map(({ revision, saved_by, is_current, version, changed_fields }) => [
    ...[revision, saved_by?.id, is_current, version, changed_fields],
  ]);
  expect(facts).toEqual([
    [4, team.publisher.id, true, 1, ['title', 'prompts']],
    [3, team.author.id, false, null, ['prompts']],
    [2, team.publisher.id, false, null, ['title']],
    [1, team.publisher.id, false, null, null],
  ]);
  const compared = await speaks().get<Revision>(`/manage/v1/trails/${id}/revisions/1?against=4`);
  // The prompt that was removed and added again has a new id.
  expect(compared.body.changed_fields).toEqual(['title', 'prompts']);
});

test('keeps the last revisions, and says so for older ones', async () => {
  const { id } = await created();
  for (let n = 2; n <= KEPT_REVISIONS + 2; n += 1) await save(id, draft(`Title ${n}`));
  const kept = await revisionsOf(id);
  expect([kept.length, kept.at(-1)?.revision]).toEqual([KEPT_REVISIONS, 3]);
  const gone = await speaks().get<Problem>(`/manage/v1/trails/${id}/revisions/2`);
  expect([gone.status, gone.body.detail.includes(`last ${KEPT_REVISIONS} revisions`)]).toEqual([404, true]);
});

test('refuses to restore over a revision that the caller has not seen', async () => {
  const { id } = await created();
  await save(id, draft('Two'));
  const restore = `/manage/v1/trails/${id}/revisions/1/restore`;
  const refused = await speaks().post(restore, undefined, { 'If-Match': '"1"' });
  expect([refused.status, slugOf(refused)]).toEqual([412, 'revision-conflict']);
  expect((await speaks().post<Trail>(restore, undefined, { 'If-Match': '"2"' })).body.revision).toBe(3);
});

test('restores a revision of an archived trail, and repeats nothing under one Idempotency-Key', async () => {
  const { id } = await created();
  await save(id, draft('Two'));
  await speaks().post(`/v1/trails/${id}/archive`);
  const restore = () =>
    speaks().post<Trail>(`/manage/v1/trails/${id}/revisions/1/restore`, undefined, { 'Idempotency-Key': id });
  expect((await restore()).body.revision).toBe(3);
  const again = await restore();
  expect([again.body.revision, again.headers.get('idempotent-replayed')]).toEqual([3, 'true']);
});

test('serves sessions and the console, but not readers, other workspaces, or keys without the scope', async () => {
  const { id } = await created();
  const path = `/manage/v1/trails/${id}/revisions`;
  const { token } = await service.app.database.inTransaction((tx) =>
    createSession(tx, { team_id: team.team_id, account_id: team.author.id, kind: 'app' }, service.clock()),
  );
  const browser = service.anyone.with({ Cookie: `${cookieName(SESSION_COOKIE, service.baseUrl)}=${token}` });
  expect((await revisionsOf(id, browser)).length).toBe(1);
  // A form on another site cannot send the header of the console.
  expect((await browser.post(`${path}/1/restore`)).status).toBe(403);
  expect((await browser.post(`${path}/1/restore`, undefined, { 'X-Cairn-Console': '1' })).status).toBe(200);
  expect((await service.anyone.get(path)).status).toBe(401);
  expect((await team.member.speaks.get(path)).status).toBe(403);
  const neighbor = await service.team();
  expect((await neighbor.publisher.speaks.get(path)).status).toBe(404);
  expect((await neighbor.publisher.speaks.get(`${path}/1`)).status).toBe(404);
  expect((await neighbor.publisher.speaks.post(`${path}/1/restore`)).status).toBe(404);
});

test.each(['0', '-1', '1.5', 'x', '2147483648'])('refuses the revision %s', async (revision) => {
  const { id } = await created();
  const path = `/manage/v1/trails/${id}/revisions`;
  expect((await speaks().get(`${path}/1?against=${revision}`)).status).toBe(400);
  expect((await speaks().get(`${path}/${revision}`)).status).toBe(400);
});
