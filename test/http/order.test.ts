// The order of checks (Decision 5): a request with every error is fixed step by step, and gets the next error each
// time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { setRoles } from '../../src/directory/members/member-roles.ts';
import { deactivateMember, reactivateMember } from '../../src/directory/members/members.ts';
import { changeTeam } from '../../src/directory/teams/teams.ts';
import type { Tx } from '../../src/storage/database.ts';
import { type Heard, slugOf } from '../support/speaker.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world({ CAIRN_RATE_SCALE: '1' });
});
afterAll(() => service.close());

test('reports the errors of a request one at a time, in the documented order', async () => {
  const team = await service.team();
  const { team_id, author } = team;
  const change = (work: (tx: Tx) => Promise<unknown>) => service.app.database.inTransaction(work);
  const created = await author.speaks.post<{ id: string }>('/v1/trails', { title: 'Ordered' });
  const archived = await author.speaks.post<{ id: string }>('/v1/trails', { title: 'Archived' });
  await team.publisher.speaks.post(`/v1/trails/${archived.body.id}/archive`);
  const readOnly = await team.key(author.id, { scopes: ['trails:read'] });
  await change((tx) => setRoles(tx, team_id, author.id, [], BY_TEST));
  await change((tx) => deactivateMember(tx, team_id, author.id, null, BY_TEST));
  await change((tx) => changeTeam(tx, team_id, { plan: 'free' }, BY_TEST));

  const request = {
    method: 'PUT',
    path: '/v1/trails/nonsense/documents',
    token: '',
    key: 'not a key',
    type: 'text/plain',
    ifMatch: undefined as string | undefined,
    body: '{"title": 7',
  };
  const told: [number, string][] = [];
  const tell = async (fix: () => unknown): Promise<void> => {
    await fix();
    const speaks = request.token === '' ? service.anyone : service.bearer(request.token);
    const heard: Heard<unknown> = await speaks.send(request.method, request.path, request.body, {
      'Idempotency-Key': request.key,
      'Content-Type': request.type,
      ...(request.ifMatch === undefined ? {} : { 'If-Match': request.ifMatch }),
    });
    told.push([heard.status, heard.status === 200 ? 'saved' : slugOf(heard)]);
  };
  const fix = (fields: Partial<typeof request>) => () => Object.assign(request, fields);
  const drain = async () => {
    for (let sent = 0; sent < 10; sent += 1) await author.speaks.put('/v1/trails/nonsense/document', '{}');
  };

  await tell(fix({}));
  await tell(fix({ path: '/v1/trails/nonsense/document', method: 'POST' }));
  await tell(fix({ method: 'PUT' }));
  await tell(fix({ token: readOnly.key }));
  await tell(() => change((tx) => reactivateMember(tx, team_id, author.id, null, BY_TEST)));
  await tell(() => change((tx) => changeTeam(tx, team_id, { plan: 'business' }, BY_TEST)));
  await tell(fix({ token: author.key }));
  await change((tx) => setRoles(tx, team_id, author.id, ['author'], BY_TEST));
  await drain();
  await tell(fix({ key: newId() }));
  await tell(() => {
    service.clock.advance(30_000);
    request.key = 'not a key';
  });
  await tell(fix({ key: newId() }));
  await tell(fix({ path: `/v1/trails/${newId()}/document` }));
  await tell(fix({ path: `/v1/trails/${created.body.id}/document` }));
  await tell(fix({ type: 'application/json' }));
  await tell(fix({ ifMatch: '"7"' }));
  await tell(fix({ ifMatch: '"1"' }));
  await tell(fix({ body: '{"title": 7}' }));
  await tell(fix({ body: '{"title": "Fixed"}', path: `/v1/trails/${archived.body.id}/document` }));
  await tell(fix({ path: `/v1/trails/${created.body.id}/document` }));

  expect(told).toEqual([
    [404, 'not-found'],
    [405, 'method-not-allowed'],
    [401, 'unauthorized'],
    [403, 'membership-revoked'],
    [402, 'upgrade-required'],
    [403, 'insufficient-scope'],
    [403, 'forbidden'],
    [429, 'rate-limited'],
    [400, 'bad-request'],
    [400, 'bad-request'],
    [404, 'not-found'],
    [415, 'unsupported-media-type'],
    [428, 'precondition-required'],
    [412, 'revision-conflict'],
    [400, 'bad-request'],
    [422, 'validation'],
    [409, 'conflict'],
    [200, 'saved'],
  ]);
});

test("sends the bucket's state to a known caller without permission, and the reason even if the bucket is empty", async () => {
  const team = await service.team();
  const readOnly = await team.key(team.author.id, { scopes: ['trails:read'] });
  const heard = [];
  for (let sent = 1; sent <= 121; sent += 1) heard.push(await readOnly.speaks.post('/v1/trails', { title: 'No' }));
  const [first] = heard;
  const last = heard.at(-1);
  expect([first?.status, first?.headers.get('ratelimit')]).toEqual([403, '"default";r=119;t=1']);
  expect([last?.status, last?.headers.get('ratelimit-remaining')]).toEqual([403, '0']);
  const revoked = await team.member.speaks.get('/v1/trails');
  expect([slugOf(revoked), revoked.headers.get('ratelimit-policy')]).toEqual(['forbidden', '"default";q=120;w=120']);
  await service.app.database.inTransaction((tx) => changeTeam(tx, team.team_id, { plan: 'free' }, BY_TEST));
  const unpaid = await team.author.speaks.get('/v1/me');
  expect([unpaid.status, unpaid.headers.get('ratelimit-limit')]).toEqual([402, '120']);
});
