// Calls the doors without an OpenAPI document (every SCIM address, and MCP) with every kind of credential.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import type { TestPerson } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { type Caller, type Cast, callerName, EVERY_CALLER } from './access/credentials.ts';
import { emptyHome } from './access/home.ts';
import { tableLines } from './access/route-tables.ts';
import { findingsOf, speakersIn } from './access/trial.ts';

let service: World;
let operator: TestPerson;
let [home, next] = [{} as Cast, {} as Cast];
let speaksHome: Speakers;
beforeAll(async () => {
  service = await world();
  operator = await service.operator();
  [home, next] = [await emptyHome(service, operator), await emptyHome(service, operator)];
  speaksHome = speakersIn(service, home);
});
afterAll(() => service.close());

type Speakers = ReturnType<typeof speakersIn>;

const addresses = tableLines().filter(({ file }) => file.startsWith('scim/'));

/** The statuses of every SCIM address of the connection for the caller. */
async function scimStatuses(of: Speakers, caller: Caller, connection_id: string): Promise<readonly number[]> {
  const speaks = await of(caller);
  const statuses = addresses.map(async ({ method, path }) => {
    const at = `/scim/v2/${connection_id}${path.replace(':id', newId())}`;
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    return (await speaks.send(method, at, body, { 'Content-Type': 'application/scim+json' })).status;
  });
  return [...new Set(await Promise.all(statuses))];
}

test('opens SCIM only to a token of the connection', async () => {
  expect(addresses.length).toBeGreaterThan(15);
  const findings = await findingsOf(EVERY_CALLER, async (caller) => {
    const statuses = await scimStatuses(speaksHome, caller, home.connection_id);
    const isOpen = !statuses.includes(401) && !statuses.includes(403);
    const isRight = caller.kind === 'scimToken' ? isOpen : String(statuses) === '401';
    return isRight ? undefined : [callerName(caller), statuses];
  });
  expect(findings).toEqual([]);
});

const TOKEN: Caller = { kind: 'scimToken', who: 'owner', scopes: [] };

test('closes SCIM to a token of another connection, with the same error whether or not the connection exists', async () => {
  expect(await scimStatuses(speaksHome, TOKEN, next.connection_id)).toEqual([401]);
  expect(await scimStatuses(speaksHome, TOKEN, newId())).toEqual([401]);
});

test.each(['free', 'business'])('closes SCIM on the plan %s', async (plan) => {
  const cast = await emptyHome(service, operator, plan);
  expect(await scimStatuses(speakersIn(service, cast), TOKEN, cast.connection_id)).toEqual([403]);
});

/** The status of an MCP message for the caller. */
async function mcpStatus(of: Speakers, caller: Caller, path: string): Promise<number> {
  const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const headers = { Accept: 'application/json, text/event-stream' };
  return (await (await of(caller)).post(path, message, headers)).status;
}

test('opens MCP to keys, and to no credential that was issued for another address', async () => {
  const findings = await findingsOf(EVERY_CALLER, async (caller) => {
    const status = await mcpStatus(speaksHome, caller, '/mcp');
    return status === (caller.kind === 'apiKey' ? 200 : 401) ? undefined : [callerName(caller), status];
  });
  expect(findings).toEqual([]);
});

test("closes another workspace's MCP address, and MCP on the plan free", async () => {
  const key: Caller = { kind: 'apiKey', who: 'owner', scopes: ['trails:use'] };
  expect(await mcpStatus(speaksHome, key, `/mcp/${home.team.team_id}`)).toBe(200);
  expect(await mcpStatus(speaksHome, key, `/mcp/${next.team.team_id}`)).toBe(404);
  const free = await emptyHome(service, operator, 'free');
  expect(await mcpStatus(speakersIn(service, free), key, '/mcp')).toBe(402);
});
