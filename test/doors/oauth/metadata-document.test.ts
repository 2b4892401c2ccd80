// The MCP client signs in with its published document (Client ID Metadata Documents). The document is served over TLS
// with a certificate that only a separate process can trust, from an address that the operator allows.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { auth, type FetchLike, type OAuthClientProvider, type StoredOAuthTokens } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { createLoginLink } from '../../../src/identity/login-links.ts';
import { openEmbedded } from '../../../src/storage/embedded/embedded.ts';
import { type ServiceProcess, startProcess } from '../../support/service-process.ts';
import { speaker } from '../../support/speaker.ts';
import { memoryFolder } from '../../support/temporary-folder.ts';
import { BY_TEST, makeTeam } from '../../support/test-team.ts';
import { world } from '../../support/world.ts';
import { type Browser, browser, signedIn } from '../sign-in/browser.ts';
import { answered, asking, CALLBACK, waiting } from './oauth-world.ts';

// Starts separate processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PUBLIC = 'https://cairn.test';
const CERTIFICATE = resolve('test/fixtures/tls/localhost.cert.pem');
const KEY = resolve('test/fixtures/tls/localhost.key.pem');
const unchecked = { check: () => {} };

interface Host {
  /** The document's address and client id, which differ between tests. */
  id: string;
  asked: number;
  /** The number of opened connections, whether or not they carried data. */
  connections: number;
  close(): Promise<void>;
}

let host: Host;
const folder = memoryFolder('document');
const data = join(folder, 'data');
/** A person's one-time link. */
let link: string;
let service: ServiceProcess | undefined;
beforeAll(async () => {
  host = await openHost();
  link = await prepared();
});
afterAll(async () => {
  await host.close();
});
beforeEach(() => {
  host.id = new URL(`/${newId()}/tool.json`, host.id).href;
  host.asked = 0;
  host.connections = 0;
});

/** Starts the site on which the client's vendor publishes the document. */
async function openHost(): Promise<Host> {
  const server = createServer({ cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) }, (_request, response) => {
    opened.asked += 1;
    const document = { client_id: opened.id, client_name: 'A published tool', redirect_uris: [CALLBACK] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  });
  server.on('connection', () => {
    opened.connections += 1;
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const id = `https://localhost:${(server.address() as AddressInfo).port}/tool.json`;
  const opened: Host = {
    ...{ id, asked: 0, connections: 0 },
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return opened;
}

/** A database with a person and their link. */
async function prepared(): Promise<string> {
  const database = await openEmbedded(data);
  const team = await makeTeam({ database, now: Date.now, speakerOf: () => speaker('', unchecked) });
  const { email } = team.author;
  const { token } = await database.inTransaction((tx) => createLoginLink(tx, { email }, Date.now(), BY_TEST));
  await database.close();
  return token;
}

async function startWith(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const started = await startProcess({
    ...{ CAIRN_DATABASE_URL: `embedded:${data}`, CAIRN_ASSETS: join(folder, 'assets'), CAIRN_PUBLIC_URL: PUBLIC },
    ...{ NODE_EXTRA_CA_CERTS: CERTIFICATE, ...env },
  });
  service = started;
  await started.until(200);
  return started;
}

async function end(): Promise<void> {
  service?.child.kill('SIGKILL');
  await service?.ended;
}

/** The browser of a signed-in person. */
async function visit({ address }: ServiceProcess) {
  const visitor = browser({ anyone: speaker(address, unchecked) });
  expect((await visitor.send('POST', '/sign-in/link', { token: link })).status).toBe(200);
  const fetchFn: FetchLike = (url, init) => fetch(String(url).replace(PUBLIC, address), init);
  return { address, visitor, fetchFn };
}

/** The data that an AI tool keeps between two steps. It never registers. Its document is at `id`. */
function tool(id = host.id) {
  const kept: { tokens?: StoredOAuthTokens; verifier?: string; url?: URL; client_id?: string } = {};
  const provider: OAuthClientProvider = {
    clientMetadataUrl: id,
    redirectUrl: CALLBACK,
    clientMetadata: { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    clientInformation: () => (kept.client_id === undefined ? undefined : { client_id: kept.client_id }),
    saveClientInformation: ({ client_id }) => void Object.assign(kept, { client_id }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (url) => void Object.assign(kept, { url }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
  };
  return { id, kept, provider };
}

/** The address to which the client sends the browser. */
async function askedFor({ id, kept, provider }: ReturnType<typeof tool>, fetchFn: FetchLike): Promise<string> {
  expect(await auth(provider, { serverUrl: `${PUBLIC}/mcp`, fetchFn })).toBe('REDIRECT');
  expect(kept.client_id).toBe(id);
  return (kept.url?.pathname ?? '') + (kept.url?.search ?? '');
}

const refusedIn = async (visitor: Browser, path: string): Promise<unknown[]> => {
  const { status, body } = await visitor.send('GET', path);
  return [status, body];
};

describe('with an address that the operator allows', () => {
  let visited: Awaited<ReturnType<typeof visit>>;
  beforeAll(async () => {
    visited = await visit(await startWith({ CAIRN_EGRESS_ALLOW: '127.0.0.0/8, ::1/128' }));
  });
  afterAll(end);

  test("signs a person in with the client's document, without registration", async () => {
    const { address, visitor, fetchFn } = visited;
    const one = tool();
    const uid = await waiting(visitor, await askedFor(one, fetchFn));
    const asked = await visitor.send('GET', `/oauth/authorize/${uid}/consent`);
    expect(asked.body).toMatchObject({ client: { name: 'A published tool', verified: true } });
    const back = await answered(visitor, uid, { allow: true });
    const [authorizationCode, iss] = [back.searchParams.get('code') ?? '', back.searchParams.get('iss') ?? ''];
    const options = { serverUrl: `${PUBLIC}/mcp`, fetchFn, authorizationCode, iss };
    expect(await auth(one.provider, options)).toBe('AUTHORIZED');
    const headers = { Accept: 'application/json, text/event-stream' };
    const bearer = speaker(address, unchecked, { Authorization: `Bearer ${one.kept.tokens?.access_token}` });
    expect((await bearer.post('/mcp', {}, headers)).status).not.toBe(401);
    expect(host.asked).toBe(1);
    const apps = await visitor.send<{ items: { client_id: string }[] }>('GET', '/manage/v1/apps');
    const ofTool = apps.body.items.filter(({ client_id }) => client_id === host.id);
    expect(ofTool).toMatchObject([{ name: 'A published tool' }]);
  });

  test('refuses a document that names another client', async () => {
    const { visitor, fetchFn } = visited;
    const other = host.id.replace('tool.json', 'copied.json');
    const [status, body] = await refusedIn(visitor, await askedFor(tool(other), fetchFn));
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('invalid_client')]);
  });
});

test('does not request a document from a private address unless the operator allows it', async () => {
  const here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  const visitor = await signedIn(here, (await here.team()).author.email);
  const [status] = await refusedIn(visitor, asking(host.id).url);
  await here.close();
  expect([status, host.connections]).toEqual([400, 0]);
});
