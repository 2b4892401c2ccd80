// Sends well-formed forged credentials to every door that accepts a bearer token. Once an address has used up its
// allowed failures, it is refused without a database query. Callers with a recently valid credential are still served.
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mintToken, type TokenPrefix } from '../../src/credentials/tokens.ts';
import { type World, world } from '../support/world.ts';
import { bareConnection, type ScimConnection } from './scim/support/connection.ts';

let service: World;
let okta: ScimConnection;
let key: string;
beforeAll(async () => {
  // Allows six failed credentials per address.
  service = await world({ CAIRN_RATE_SCALE: '0.02' });
  okta = await bareConnection(service);
  key = (await service.team()).publisher.key;
});
afterAll(() => service.close());

const DOORS: readonly (readonly [TokenPrefix, () => string])[] = [
  ['svc_api_', () => '/v1/me'],
  ['svc_oauth_', () => '/v1/me'],
  ['svc_api_', () => '/mcp'],
  ['svc_session_', () => '/manage/v1/session'],
  ['svc_session_', () => '/console/v1/trails'],
  ['svc_setup_', () => '/setup/v1/link'],
  ['svc_scim_', () => `/scim/v2/${okta.connection_id}/Users`],
];

test.each(DOORS)('%s at %s', async (prefix, path) => {
  service.clock.advance(3_600_000);
  expect((await service.bearer(key).get('/v1/me')).status).toBe(200);
  const hashes: string[] = [];
  const forged = async () => {
    const { token, hash } = mintToken(prefix);
    hashes.push(inspect(hash));
    const authorization = `Bearer ${token}`;
    const method = path() === '/mcp' ? 'POST' : 'GET';
    return (await fetch(service.address + path(), { method, headers: { authorization } })).status;
  };
  const { database } = service.app;
  const asked = (['row', 'rows', 'read', 'readChecked', 'inTransaction'] as const).map((name) =>
    vi.spyOn(database, name),
  );
  // Background work sends queries too. Only lookups of these credentials count.
  const lookedUp = (): readonly boolean[] => {
    const statements = inspect(
      asked.flatMap((spy) => spy.mock.calls),
      { depth: null, maxArrayLength: null },
    );
    return hashes.map((hash) => statements.includes(hash));
  };
  try {
    for (let sent = 0; sent < 6; sent += 1) expect(await forged()).toBe(401);
    expect([await forged(), await forged()]).toEqual([429, 429]);
    expect(lookedUp()).toEqual([true, true, true, true, true, true, false, false]);
  } finally {
    for (const spy of asked) spy.mockRestore();
  }
  expect((await service.bearer(key).get('/v1/me')).status).toBe(200);
});
