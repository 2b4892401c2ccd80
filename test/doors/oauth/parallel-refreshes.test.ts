// Official clients whose access token has expired: parallel calls, two processes with one token store, and a lost
// answer. No sign-in is lost. ROUNDS=300 repeats each case more often, and SDK_1 names a folder with
// @modelcontextprotocol/sdk 1.x (npm install --prefix FOLDER @modelcontextprotocol/sdk@1.32), which is tried too.
import { pathToFileURL } from 'node:url';
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { CALLBACK, connected, PUBLIC, refreshed, registered, type Tokens } from './oauth-world.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const HOUR_MS = 3_601_000;
vi.setConfig({ testTimeout: 60_000 + ROUNDS * 2_000 });

type Sdk = Pick<typeof import('@modelcontextprotocol/client'), 'Client' | 'StreamableHTTPClientTransport'>;
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

async function firstSdk(folder: string): Promise<Sdk> {
  const from = (path: string) =>
    import(pathToFileURL(`${folder}/node_modules/@modelcontextprotocol/sdk/dist/esm/client/${path}`).href);
  return { ...(await from('index.js')), ...(await from('streamableHttp.js')) };
}

const SDKS: [string, () => Promise<Sdk>][] = [['2.x', async () => ({ Client, StreamableHTTPClientTransport })]];
const { SDK_1 } = process.env;
if (SDK_1 !== undefined) SDKS.push(['1.x', () => firstSdk(SDK_1)]);

let here: World;
let there: World;
let team: TestTeam;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  there = process.env.CAIRN_TEST_DATABASE_URL === undefined ? here : await here.second();
  team = await here.team();
});
afterAll(async () => {
  if (there !== here) await there.close();
  await here.close();
});

/** What the processes of one tool share. */
interface Store {
  readonly client_id: string;
  tokens: Tokens | undefined;
  /** How often a client gave up and asked the person to sign in again. */
  lost: number;
}

async function storeOf(): Promise<Store> {
  const { client_id } = await registered(here);
  const tokens = await connected(here, team.member.email, client_id, { resource: '/mcp' });
  return { client_id, tokens, lost: 0 };
}

const reaching =
  (service: World): Fetch =>
  (url, init) =>
    fetch(String(url).replace(PUBLIC, service.address), init);

async function opened(sdk: Sdk, store: Store, fetchFn: Fetch) {
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'An AI tool', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    clientInformation: () => ({ client_id: store.client_id }),
    tokens: () => store.tokens,
    saveTokens: (tokens) => void Object.assign(store, { tokens }),
    invalidateCredentials: () => void Object.assign(store, { tokens: undefined }),
    redirectToAuthorization() {
      store.lost += 1;
    },
    saveCodeVerifier: () => {},
    codeVerifier: () => '',
  };
  const client = new sdk.Client({ name: 'test', version: '1' });
  await client.connect(
    new sdk.StreamableHTTPClientTransport(new URL(`${PUBLIC}/mcp`), { authProvider: provider, fetch: fetchFn }),
  );
  const attempt = () => client.callTool({ name: 'find_trail', arguments: { prompt: 'hi' } });
  // If a call is refused just after another call has signed in, client 1.x gives up that call but keeps its tokens.
  const call = () => attempt().catch(attempt);
  return { call, close: () => client.close() };
}

describe.each(SDKS)('the official client %s with an expired access token', (_, load) => {
  test(`survives six calls at once, ${ROUNDS} times`, async () => {
    const store = await storeOf();
    const tool = await opened(await load(), store, reaching(here));
    for (let round = 0; round < ROUNDS; round += 1) {
      here.clock.advance(HOUR_MS);
      const results = await Promise.all([1, 2, 3, 4, 5, 6].map(() => tool.call()));
      expect(results.filter(({ isError }) => isError)).toEqual([]);
    }
    await tool.close();
    expect(store.lost).toBe(0);
  });

  test(`survives in two processes that share a token store, ${ROUNDS} times`, async () => {
    const store = await storeOf();
    const sdk = await load();
    const tools = [await opened(sdk, store, reaching(here)), await opened(sdk, store, reaching(there))] as const;
    for (let round = 0; round < ROUNDS; round += 1) {
      here.clock.advance(HOUR_MS);
      await Promise.all([...tools, ...tools].map((tool) => tool.call()));
    }
    await Promise.all(tools.map((tool) => tool.close()));
    expect(store.lost).toBe(0);
  });

  test(`survives a lost response of the token endpoint, ${ROUNDS} times`, async () => {
    const store = await storeOf();
    let isCut = false;
    const cut: Fetch = async (url, init) => {
      const answer = await reaching(here)(url, init);
      if (!isCut || !String(url).endsWith('/oauth/token')) return answer;
      isCut = false;
      await answer.arrayBuffer();
      throw new TypeError('fetch failed');
    };
    const tool = await opened(await load(), store, cut);
    for (let round = 0; round < ROUNDS; round += 1) {
      here.clock.advance(HOUR_MS);
      isCut = true;
      await tool.call();
      expect(isCut).toBe(false);
    }
    await tool.close();
    // The client may have asked for another sign-in after a network error, but did not need one.
    expect(store.tokens).toBeDefined();
  });
});

test.each([
  ['by its client after the window', 60_001, false],
  ['by another client at once', 0, true],
])(`a used refresh token sent again %s ends the family, ${ROUNDS} times`, async (_, waits, isForeign) => {
  const other = (await registered(here)).client_id;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { client_id, tokens } = await storeOf();
    here.clock.advance(HOUR_MS);
    const next = await refreshed(here, client_id, tokens?.refresh_token ?? '');
    here.clock.advance(waits);
    const again = await refreshed(there, isForeign ? other : client_id, tokens?.refresh_token ?? '');
    expect(again.body.error).toBe('invalid_grant');
    const after = await refreshed(here, client_id, next.body.refresh_token ?? '');
    expect(after.body.error).toBe('invalid_grant');
  }
});
