// The MCP client signs in by a document that it publishes (Client ID Metadata Documents). The document comes over TLS
// from a certificate that only a process of its own can be told to trust, and from an address that the operator allows.
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { auth, type FetchLike, type OAuthClientProvider, type StoredOAuthTokens } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLoginLink } from '../../../src/identity/login-links.ts';
import { openEmbedded } from '../../../src/storage/embedded/embedded.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import { type ServiceProcess, startProcess } from '../../support/service-process.ts';
import { speaker } from '../../support/speaker.ts';
import { BY_TEST, makeTeam } from '../../support/test-team.ts';
import { type Browser, browser } from '../sign-in/browser.ts';
import { answered, CALLBACK, waiting } from './oauth-world.ts';

// Whole processes are started here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PUBLIC = 'https://cairn.test';
const CERTIFICATE = resolve('test/fixtures/tls/localhost.cert.pem');
const KEY = resolve('test/fixtures/tls/localhost.key.pem');
const unchecked = { check: () => {} };

interface Host {
  /** The address of the document, which is the client's id. */
  readonly id: string;
  asked: number;
  /** What the document says beside the usual. */
  more: object;
  close(): Promise<void>;
}

let host: Host;
let folder: string;
let service: ServiceProcess | undefined;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());
beforeEach(() => {
  folder = memoryFolder('document');
  host.asked = 0;
  host.more = {};
});
afterEach(async () => {
  service?.child.kill('SIGKILL');
  await service?.ended;
  rmSync(folder, { recursive: true, force: true });
});

/** Where the client's maker publishes its document. */
async function openHost(): Promise<Host> {
  const server = createServer({ cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) }, (_request, response) => {
    opened.asked += 1;
    const document = { client_id: opened.id, client_name: 'A published tool', redirect_uris: [CALLBACK] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...document, ...opened.more }));
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const id = `https://localhost:${(server.address() as AddressInfo).port}/tool.json`;
  const opened: Host = {
    ...{ id, asked: 0, more: {} },
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return opened;
}

/** A service of its own, and the browser of somebody who is signed in there. */
async function startWith(env: Readonly<Record<string, string>>) {
  const data = join(folder, 'data');
  const database = await openEmbedded(data);
  const team = await makeTeam({ database, now: Date.now, speakerOf: () => speaker('', unchecked) });
  const { email } = team.author;
  const link = await database.inTransaction((tx) => createLoginLink(tx, { email }, Date.now(), BY_TEST));
  await database.close();
  service = await startProcess({
    ...{ CAIRN_DATABASE_URL: `embedded:${data}`, CAIRN_ASSETS: join(folder, 'assets'), CAIRN_PUBLIC_URL: PUBLIC },
    ...{ NODE_EXTRA_CA_CERTS: CERTIFICATE, ...env },
  });
  await service.until(200);
  const { address } = service;
  const visitor = browser({ anyone: speaker(address, unchecked) });
  expect((await visitor.send('POST', '/sign-in/link', { token: link.token })).status).toBe(200);
  const fetchFn: FetchLike = (url, init) => fetch(String(url).replace(PUBLIC, address), init);
  return { address, visitor, fetchFn };
}

/** What an AI tool keeps between two steps; it never registers. */
function tool() {
  const kept: { tokens?: StoredOAuthTokens; verifier?: string; url?: URL; client_id?: string } = {};
  const provider: OAuthClientProvider = {
    clientMetadataUrl: host.id,
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
  return { kept, provider };
}

/** The address that the client sends the browser to. */
async function askedFor({ kept, provider }: ReturnType<typeof tool>, fetchFn: FetchLike): Promise<string> {
  expect(await auth(provider, { serverUrl: `${PUBLIC}/mcp`, fetchFn })).toBe('REDIRECT');
  expect(kept.client_id).toBe(host.id);
  return (kept.url?.pathname ?? '') + (kept.url?.search ?? '');
}

const refusedIn = async (visitor: Browser, path: string): Promise<unknown[]> => {
  const { status, body } = await visitor.send('GET', path);
  return [status, body];
};

test('the MCP client signs a person in by its document, without registering', async () => {
  const { address, visitor, fetchFn } = await startWith({ CAIRN_EGRESS_ALLOW: '127.0.0.0/8, ::1/128' });
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
  const apps = await visitor.send<{ items: object[] }>('GET', '/manage/v1/apps');
  expect(apps.body.items).toMatchObject([{ name: 'A published tool', client_id: host.id }]);
});

test('a document that names another client is none', async () => {
  const { visitor, fetchFn } = await startWith({ CAIRN_EGRESS_ALLOW: '127.0.0.0/8, ::1/128' });
  host.more = { client_id: 'https://somebody.example/tool.json' };
  const [status, body] = await refusedIn(visitor, await askedFor(tool(), fetchFn));
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('invalid_client')]);
});

test('a document on a private address is not asked for, unless the operator allows it', async () => {
  const { visitor, fetchFn } = await startWith({});
  const [status] = await refusedIn(visitor, await askedFor(tool(), fetchFn));
  expect([status, host.asked]).toEqual([400, 0]);
});
