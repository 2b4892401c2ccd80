// A tool call without its scope gets 403 with a challenge, and the official client then asks for the missing scope and
// repeats the call.
import {
  auth,
  Client,
  type FetchLike,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { answered, CALLBACK, connected, PUBLIC, registered, waiting } from '../oauth/oauth-world.ts';
import { signedIn } from '../sign-in/browser.ts';
import { connect } from './mcp-client.ts';

let service: World;
let team: TestTeam;
let client_id: string;
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  team = await service.team();
  ({ client_id } = await registered(service));
});
afterAll(() => service.close());

const CALL = (name: string, args: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: args },
});
const JSON_OR_EVENTS = { Accept: 'application/json, text/event-stream' };

async function challenged(token: string, body: object, path = '/mcp') {
  const { status, headers } = await service.bearer(token).post(path, body, JSON_OR_EVENTS);
  return [status, headers.get('www-authenticate')];
}
const tokenOf = async (email: string, scope = 'trails:use', resource = '/mcp') =>
  (await connected(service, email, client_id, { resource, scope })).access_token;
const challenge = (scope: string, path = '/mcp') =>
  `Bearer error="insufficient_scope", scope="${scope}", ` +
  `resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource${path}"`;

test('names the scopes of the token and the missing one, at the address of the resource', async () => {
  const draft = CALL('create_draft', { title: 'Draft' });
  const token = await tokenOf(team.author.email, 'trails:use trails:read');
  expect(await challenged(token, draft)).toEqual([403, challenge('trails:use trails:read trails:write')]);
  const path = `/mcp/${team.team_id}`;
  const there = await tokenOf(team.author.email, 'trails:use', path);
  expect(await challenged(there, draft, path)).toEqual([403, challenge('trails:use trails:write', path)]);
});

test('asks for all scopes that the roles allow when start_authoring is called', async () => {
  const start = CALL('start_authoring', {});
  expect(await challenged(await tokenOf(team.author.email), start)).toEqual([
    403,
    challenge('trails:use trails:read trails:write'),
  ]);
});

test('asks for the author scopes of the roles if an author calls start_authoring', async () => {
  const answer = await challenged(await tokenOf(team.author.email), CALL('start_authoring', {}));
  expect(answer).toEqual([403, challenge('trails:use trails:read trails:write')]);
});

test('stays a tool error if another consent cannot help: for a key, for a role that does not allow it, in a batch', async () => {
  const publish = CALL('publish', { trail_id: '01970000-0000-7000-8000-000000000009' });
  expect(await challenged(await tokenOf(team.author.email), publish)).toEqual([200, null]);
  const key = await team.key(team.author.id, { scopes: ['trails:read'] });
  expect(await challenged(key.key, CALL('create_draft', { title: 'Draft' }))).toEqual([200, null]);
  const draft = CALL('create_draft', { title: 'Draft' });
  expect(await challenged(await tokenOf(team.author.email), [draft])).toEqual([200, null]);
});

test.each(['/mcp/downloads/skills.zip', '/mcp/downloads/', '/mcp'])(
  'names the metadata of /mcp in the challenge of %s',
  async (path) => {
    const answer = await service.anyone.get(path);
    const named = /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '')?.[1] ?? '';
    if (answer.status === 401) expect(named).toBe(`${PUBLIC}/.well-known/oauth-protected-resource/mcp`);
    else expect(path).not.toContain('skills.zip');
  },
);

describe.each(['modern', 'legacy'] as const)('the official client (%s)', (era) => {
  test('reaches an author tool after one more consent', async () => {
    const fetchFn: FetchLike = (url, init) => fetch(String(url).replace(PUBLIC, service.address), init);
    const kept: Record<string, unknown> = {};
    const provider: OAuthClientProvider = {
      redirectUrl: CALLBACK,
      clientMetadata: { client_name: 'An AI tool', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
      clientInformation: () => kept.client as never,
      saveClientInformation: (client) => void Object.assign(kept, { client }),
      tokens: () => kept.tokens as never,
      saveTokens: (tokens) => void Object.assign(kept, { tokens }),
      redirectToAuthorization: (url) => void Object.assign(kept, { url }),
      saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
      codeVerifier: () => String(kept.verifier),
    };
    const serverUrl = `${PUBLIC}/mcp`;
    /** The person allows what the page offers and the app asks for. Returns the scopes that it asked for. */
    const agree = async (): Promise<string> => {
      const url = new URL(String(kept.url));
      const visitor = await signedIn(service, team.author.email);
      const back = await answered(visitor, await waiting(visitor, url.href.slice(PUBLIC.length)), { allow: true });
      const [authorizationCode = '', iss = ''] = [
        back.searchParams.get('code') ?? '',
        back.searchParams.get('iss') ?? '',
      ];
      await auth(provider, { serverUrl, fetchFn, authorizationCode, iss });
      return url.searchParams.get('scope') ?? '';
    };
    const negotiation = era === 'modern' ? { mode: { pin: '2026-07-28' } } : { mode: 'legacy' };
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: negotiation as never });
    const connecting = () =>
      client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider, fetch: fetchFn }));
    await expect(connecting()).rejects.toBeInstanceOf(UnauthorizedError);
    expect(await agree()).toBe('trails:use');
    await connecting();
    const draft = { name: 'create_draft', arguments: { title: 'Stepped up' } };
    await expect(client.callTool(draft)).rejects.toBeInstanceOf(UnauthorizedError);
    expect((await agree()).split(' ')).toEqual(expect.arrayContaining(['trails:use', 'trails:write']));
    expect((await client.callTool(draft)).structuredContent).toHaveProperty('id');
    await client.close();
  });
});

test('does not challenge an employee who calls an employee tool', async () => {
  const caller = await connect(service.address, await tokenOf(team.member.email));
  expect(await caller.call('find_trail', { prompt: 'hi' })).toBeTypeOf('object');
  await caller.close();
});
