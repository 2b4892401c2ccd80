// `dry_run=true` on every change of /v1: the state before equals the state after, and the answer equals the real one.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { settledRowsOf } from '../../tenancy/rows-of.ts';
import { readyDocument } from '../../trails/catalog.ts';

let service: World;
let team: TestTeam;
beforeAll(async () => {
  service = await world();
  team = await service.team();
});
afterAll(() => service.close());

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

interface Change {
  readonly path: string;
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the state that the change needs, on a new trail. */
  readonly before?: (trailId: string) => Promise<unknown>;
  readonly isForm?: boolean;
}

const edited = { ...readyDocument(), description: 'You answer it better.' };
const publish = (id: string) => team.publisher.speaks.post(`/v1/trails/${id}/publish`);
const grant = (id: string) => team.publisher.speaks.post(`/v1/trails/${id}/grants`, { email: team.author.email });

/** Each change of the contract, by operation id. */
const changes = (id: string): Record<string, Change> => ({
  createTrail: { path: '/v1/trails', body: { document: readyDocument() } },
  updateTrail: { path: `/v1/trails/${id}`, body: { visibility: 'restricted', sort_order: 0 } },
  deleteTrail: { path: `/v1/trails/${id}`, before: publish },
  saveTrailDocument: { path: `/v1/trails/${id}/document`, body: edited, headers: { 'If-Match': '"1"' } },
  publishTrail: { path: `/v1/trails/${id}/publish`, body: { note: 'First.' } },
  unpublishTrail: { path: `/v1/trails/${id}/unpublish`, before: publish },
  archiveTrail: { path: `/v1/trails/${id}/archive` },
  unarchiveTrail: {
    path: `/v1/trails/${id}/unarchive`,
    before: () => team.publisher.speaks.post(`/v1/trails/${id}/archive`),
  },
  restoreTrailVersion: { path: `/v1/trails/${id}/versions/1/restore`, before: publish },
  addTrailGrant: { path: `/v1/trails/${id}/grants`, body: { email: team.author.email } },
  removeTrailGrant: { path: `/v1/trails/${id}/grants/${team.author.id}`, before: grant },
  testTrailSurfacing: {
    path: `/v1/trails/${id}/surfacing-test`,
    body: { draft_text: 'answer a refund' },
    // The judge keeps the sentence vectors of live trails that it has not seen before.
    before: () => team.publisher.speaks.post(`/v1/trails/${id}/surfacing-test`, { draft_text: 'answer a refund' }),
  },
  runTrailExamples: { path: `/v1/trails/${id}/run-examples`, body: {} },
  uploadContentAsset: { path: '/v1/content-assets', isForm: true },
});

interface Operations {
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
}

const methodOf = async (operation: string): Promise<string> => {
  const { body } = await service.anyone.get<Operations>('/openapi.json');
  for (const methods of Object.values(body.paths))
    for (const [method, { operationId }] of Object.entries(methods)) if (operationId === operation) return method;
  throw new Error(`There is no operation ${operation}.`);
};

async function send(method: string, { path, body, headers, isForm }: Change, query: string, key: string) {
  const form = new FormData();
  form.set('file', new Blob([PIXEL]), 'a.png');
  form.set('alt', 'A dot');
  const response = await fetch(`${service.address}${path}${query}`, {
    method: method.toUpperCase(),
    headers: {
      Authorization: `Bearer ${team.publisher.key}`,
      'Idempotency-Key': key,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(isForm === true ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const names = ['etag', 'location', 'content-location', 'content-type', 'idempotent-replayed'];
  return {
    status: response.status,
    headers: names.map((name) => `${name}: ${withoutIds(response.headers.get(name) ?? '')}`),
    body: withoutIds(await response.text()),
  };
}

/** Without ids and times, which differ from call to call. */
const withoutIds = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/[0-9a-f]{64}\.png/g, 'IMAGE');

async function state(): Promise<readonly string[]> {
  const rows = await settledRowsOf(service.app.database, team.team_id);
  const lines = Object.entries(rows).flatMap(([table, all]) => all.map((row) => `${table} ${JSON.stringify(row)}`));
  return [...lines, ...readdirSync(service.config.assets, { recursive: true }).map(String)].sort();
}

const idsOf = () => Object.keys(changes('')).sort();

test('covers every change of the contract', async () => {
  const { body } = await service.anyone.get<Operations>('/openapi.json');
  const all = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      method === 'get' || !path.startsWith('/v1') ? [] : [operationId],
    ),
  );
  expect(idsOf()).toEqual(all.sort());
});

test.each([
  'createTrail',
  'updateTrail',
  'deleteTrail',
  'saveTrailDocument',
  'publishTrail',
  'unpublishTrail',
  'archiveTrail',
  'unarchiveTrail',
  'restoreTrailVersion',
  'addTrailGrant',
  'removeTrailGrant',
  'testTrailSurfacing',
  'runTrailExamples',
  'uploadContentAsset',
])('a dry run of %s changes nothing and answers like the real call', async (operation) => {
  const { body } = await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() });
  const change = changes(body.id)[operation];
  if (change === undefined) throw new Error(operation);
  await change.before?.(body.id);
  const method = await methodOf(operation);
  const before = await state();
  const dry = await send(method, change, '?dry_run=true', operation);
  expect(await state()).toEqual(before);
  const real = await send(method, change, '', operation);
  expect(dry).toEqual(real);
  expect(dry.status).toBeLessThan(300);
  const again = await send(method, change, '?dry_run=true', operation);
  expect(again.headers.at(-1)).toBe('idempotent-replayed: ');
});

test('runs all checks in a dry run, and refuses other values and other parameters', async () => {
  const speaks = team.publisher.speaks;
  const { body } = await speaks.post<{ id: string }>('/v1/trails', { title: 'Checked' });
  const path = `/v1/trails/${body.id}`;
  expect(await speaks.post(`${path}/publish?dry_run=true`)).toMatchObject({
    status: 422,
    body: { issues: expect.anything() },
  });
  expect((await team.author.speaks.post(`${path}/publish?dry_run=true`)).status).toBe(403);
  expect((await speaks.delete(`/v1/trails/${team.team_id}?dry_run=true`)).status).toBe(404);
  for (const query of ['dry_run=1', 'dry_run', 'dry_run=TRUE', 'dry_run=true&dry_run=true', 'dryrun=true', 'x=1'])
    expect(await speaks.delete(`${path}?${query}`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(query.split('=')[0] ?? '') },
    });
  for (const read of ['/v1/me', '/v1/authoring-guide', path, `${path}/document`, `${path}/versions`, `${path}/grants`])
    expect(await speaks.get(`${read}?dry_run=true`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('dry_run') },
    });
  const long = await speaks.delete(`${path}?dry_run=true`, { 'Idempotency-Key': 'x'.repeat(256) });
  expect(long.status).toBe(400);
  expect((await speaks.delete(`${path}?dry_run=false`)).status).toBe(204);
});
