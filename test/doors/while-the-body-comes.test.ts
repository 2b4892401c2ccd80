// A body may arrive slowly. A caller who loses access between its start and its end changes nothing, at every door and
// for every way to lose access.
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { revokeCredential } from '../../src/credentials/api-credentials.ts';
import { revokeScimToken } from '../../src/credentials/scim-tokens.ts';
import { hashToken } from '../../src/credentials/tokens.ts';
import { revokeRole } from '../../src/directory/members/member-roles.ts';
import { deactivateMember } from '../../src/directory/members/members.ts';
import { createSession, endSession } from '../../src/identity/sessions.ts';
import type { Tx } from '../../src/storage/database.ts';
import { type RawAnswer, sendRaw } from '../support/raw-http.ts';
import { BY_TEST, type TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { connect, userBody } from './scim/support/connection.ts';

let service: World;
let team: TestTeam;
beforeAll(async () => {
  service = await world();
  team = await service.team();
});
afterAll(() => service.close());

const change = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => service.app.database.inTransaction(work);

/** A credential, and each way to lose it. */
interface Pass {
  readonly token: string;
  readonly losses: Readonly<Record<string, (tx: Tx) => Promise<unknown>>>;
}

const lossesOf = (id: string, role: string): Pass['losses'] => ({
  demoted: (tx) => revokeRole(tx, team.team_id, id, role, BY_TEST),
  deactivated: (tx) => deactivateMember(tx, team.team_id, id, null, BY_TEST),
});

async function session(role: string): Promise<Pass> {
  const { id } = await team.person('Sally Slow', [role]);
  const wanted = { team_id: team.team_id, account_id: id, kind: 'cli' } as const;
  const { token, session_id } = await change((tx) => createSession(tx, wanted, service.clock()));
  return { token, losses: { ...lossesOf(id, role), 'signed out': (tx) => endSession(tx, id, session_id) } };
}

async function key(role: string): Promise<Pass> {
  const { id, key: token, key_id } = await team.person('Sally Slow', [role]);
  const revoked = (tx: Tx) => revokeCredential(tx, team.team_id, key_id, BY_TEST);
  return { token, losses: { ...lossesOf(id, role), revoked } };
}

const draft = { title: 'Of somebody who is gone' };
const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_draft', arguments: draft } };
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const form = Buffer.concat([
  Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
  Buffer.from(PNG, 'base64'),
  Buffer.from('\r\n--x--\r\n'),
]);

interface Way {
  readonly path: string;
  readonly body: Buffer;
  readonly headers: readonly string[];
  readonly pass: Pass;
}

const JSON_BODY = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
const json = (path: string, body: object, pass: Pass, ...more: readonly string[]): Way => ({
  ...{ path, body: Buffer.from(JSON.stringify(body)), headers: [...JSON_BODY, ...more], pass },
});
const upload = (path: string, pass: Pass): Way => ({
  ...{ path, body: form, headers: ['Content-Type: multipart/form-data; boundary=x'], pass },
});

/** A new caller at each door for each request. */
const WAYS: Readonly<Record<string, () => Promise<Way>>> = {
  manage: async () => json('/manage/v1/groups', { display_name: `Group ${newId()}` }, await session('admin')),
  console: async () => json('/console/v1/trails', draft, await session('author')),
  'console, an image': async () => upload('/console/v1/content-assets', await session('author')),
  v1: async () => json('/v1/trails', draft, await key('author')),
  'v1, with a key of idempotency': async () =>
    json('/v1/trails', draft, await key('author'), `Idempotency-Key: ${newId()}`),
  'v1, an image': async () => upload('/v1/content-assets', await key('author')),
  mcp: async () => json('/mcp', tool, await key('author')),
  async scim() {
    const { base, token, token_id, connection_id } = await connect(service, team.team_id, newId());
    const revoked = (tx: Tx) => revokeScimToken(tx, team.team_id, connection_id, token_id, service.clock(), BY_TEST);
    return json(`${base}/Users`, userBody(newId(), newId()), { token, losses: { revoked } });
  },
};

/** Sends the body in two halves. `between` runs after the caller was authorized. */
async function inHalves(
  { path, body, headers, pass: { token } }: Way,
  between: () => Promise<unknown>,
): Promise<RawAnswer> {
  const { database } = service.app;
  const spies = (['row', 'rows', 'read', 'readChecked'] as const).map((name) => vi.spyOn(database, name));
  const isLookedUp = (): boolean => {
    const asked = spies.flatMap(({ mock }) => mock.calls);
    return inspect(asked, { depth: null, maxArrayLength: null }).includes(inspect(hashToken(token)));
  };
  const head = [`POST ${path} HTTP/1.1`, 'Host: cairn.test', `Authorization: Bearer ${token}`, ...headers];
  const start = `${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`;
  async function* otherHalf() {
    await expect.poll(isLookedUp).toBe(true);
    await Promise.all(spies.flatMap(({ mock }) => mock.results.map(({ value }) => value)));
    await between();
    yield body.subarray(body.length / 2);
  }
  try {
    const begun = Buffer.concat([Buffer.from(start), body.subarray(0, body.length / 2)]);
    return await sendRaw(Number(new URL(service.address).port), begun, otherHalf());
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const isRefused = ({ status, body }: RawAnswer): boolean =>
  status === 401 || status === 403 || body.includes('"isError":true');

test.each(Object.keys(WAYS))('%s: serves a body that arrives in two halves', async (door) => {
  const way = await WAYS[door]?.();
  const answer = way && (await inHalves(way, async () => {}));
  expect([answer?.status, answer && isRefused(answer)]).toEqual([door === 'mcp' ? 200 : 201, false]);
});

test.each(Object.keys(WAYS))('%s: refuses a caller who loses access between the halves', async (door) => {
  const losses = Object.keys((await WAYS[door]?.())?.pass.losses ?? {});
  const refused: string[] = [];
  for (const loss of losses) {
    const way = await WAYS[door]?.();
    const lose = way?.pass.losses[loss];
    if (way !== undefined && lose !== undefined && isRefused(await inHalves(way, () => change(lose))))
      refused.push(loss);
  }
  expect(refused).toEqual(losses);
  expect(losses.length).toBeGreaterThan(0);
});
