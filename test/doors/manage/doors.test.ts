import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import type { OpenApi } from '../../support/declared-shapes.ts';
import { inlined } from '../../support/openapi.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { joinByInvitation } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine, managedTeam, operatorAt } from './support.ts';

let service: World;
let paths: [method: string, path: string, needs: string][];
beforeAll(async () => {
  service = await world();
  const { body } = await service.anyone.get<OpenApi>('/manage/openapi.json');
  const managed = Object.entries(body.paths).filter(([path]) => path.startsWith('/manage/v1'));
  paths = managed.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): [string, string, string] => [
      method.toUpperCase(),
      path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'domain' ? 'acme.example' : newId())),
      (operation as { 'x-required-scope'?: string })['x-required-scope'] ?? '',
    ]),
  );
});
afterAll(() => service.close());

const ask = (speaker: Speaker, method: string, path: string) =>
  speaker.send(method, path, method === 'GET' || method === 'DELETE' ? undefined : {});
const OPERATOR = 'operator';

test('lists every endpoint with its requirements and errors in the document', async () => {
  expect(paths.length).toBeGreaterThan(45);
  expect(paths.filter(([, , needs]) => needs === OPERATOR).length).toBeGreaterThan(10);
  for (const wanted of ['owner', 'admin', ...OF_A_WORKSPACE])
    expect(paths.map(([, , needs]) => needs)).toContain(wanted);
});

test('gives every operation of the document a unique id', async () => {
  const { body } = await service.anyone.get<OpenApi>('/manage/openapi.json');
  const ids = Object.values(body.paths).flatMap((operations) =>
    Object.values(operations).map((operation) => (operation as unknown as { operationId: string }).operationId),
  );
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test("reserves the Owner's actions for the Owner, and limits an operator in a workspace to their roles there", async () => {
  const { team_id, asAdmin } = await managedTeam(service);
  const plain = await service.operator();
  await joinByInvitation(service.app.database, service.clock(), team_id, { email: plain.email });
  const inside = await atCommandLine(service, team_id, plain.id);
  expect((await inside.get('/manage/v1/team')).status).toBe(200);
  for (const [method, path, needs] of paths) {
    if (needs !== 'owner' && !OF_A_WORKSPACE.includes(needs)) continue;
    const heard = await ask(needs === 'owner' ? asAdmin : inside, method, path);
    expect([method, path, heard.status, slugOf(heard)]).toEqual([method, path, 403, 'forbidden']);
  }
  expect(paths.filter(([, , needs]) => needs === 'owner')).not.toEqual([]);
});

/** Requirements that depend on workspace roles, in a session of a workspace. */
const OF_A_WORKSPACE = ['author', 'publisher', 'admin', 'catalog'];

test('returns problems with 404 for an unknown path and 405 with Allow for an unknown method', async () => {
  const { asAdmin } = await managedTeam(service);
  expect(slugOf(await asAdmin.get('/manage/v1/nothing'))).toBe('not-found');
  const refused = await asAdmin.put('/manage/v1/groups', {});
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
});

test('refuses an invalid body or id as documented, on every endpoint', async () => {
  const { asOwner } = await managedTeam(service);
  const json = { 'Content-Type': 'application/json' };
  for (const [path, body, headers, slug] of [
    ['connections', '{', json, 'bad-request'],
    ['connections', '<name/>', { 'Content-Type': 'text/xml' }, 'unsupported-media-type'],
    ['team/transfer', '[]', json, 'bad-request'],
    ['connections/nobody/tokens', '{}', json, 'bad-request'],
  ] as const)
    expect(slugOf(await asOwner.send('POST', `/manage/v1/${path}`, body, headers))).toBe(slug);
  expect(slugOf(await asOwner.get('/manage/v1/connections/nobody'))).toBe('bad-request');
  const { body } = await service.anyone.get<OpenApi>('/manage/openapi.json');
  for (const operations of Object.values(inlined(body).paths))
    for (const operation of Object.values(operations)) {
      const { requestBody, parameters = [], responses } = operation as unknown as Declared;
      const wanted = [
        ...(requestBody === undefined && !parameters.some((each) => each.in !== 'header') ? [] : ['400']),
        ...(requestBody === undefined ? [] : ['413', '415']),
      ];
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(wanted));
    }
});

test('returns 400, not an internal error, if a parameter cannot be stored in a database', async () => {
  const { asOwner } = await managedTeam(service);
  const { speaks: operator } = await operatorAt(service);
  for (const path of ['members?q=%00', 'groups?q=%00', 'audit?kind=%00', 'audit?actor_id=%00'])
    expect([path, slugOf(await asOwner.get(`/manage/v1/${path}`))]).toEqual([path, 'bad-request']);
  expect(slugOf(await asOwner.delete('/manage/v1/domains/%00'))).toBe('bad-request');
  expect(slugOf(await operator.get('/manage/v1/teams?q=%00'))).toBe('bad-request');
  for (const [instant, status] of [
    ['0000-01-01T00:00:00Z', 400],
    ['0001-01-01T00:00:00%2B02:00', 400],
    ['0001-01-01T00:00:00Z', 200],
    ['9999-12-31T23:59:59-01:00', 400],
    ['9999-12-31T23:59:59Z', 200],
  ] as const)
    expect([instant, (await asOwner.get(`/manage/v1/audit?from=${instant}`)).status]).toEqual([instant, status]);
  const key = { name: 'k', scopes: ['trails:read'], expires_at: '9999-12-31T23:59:59-01:00' };
  expect(slugOf(await asOwner.post('/manage/v1/keys', key))).toBe('validation');
});

interface Declared {
  readonly requestBody?: unknown;
  readonly parameters?: readonly { readonly in: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}
