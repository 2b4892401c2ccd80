// Which pages and apps may call /mcp from a browser or a web view, and which of them can read the response.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';

let service: World;
let team: TestTeam;
beforeAll(async () => {
  service = await world({ CAIRN_MCP_ORIGINS: 'https://vscode.dev, null' });
  team = await service.team();
});
afterAll(() => service.close());

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const call = (Origin: string, path = '/mcp') =>
  service
    .bearer(team.author.key)
    .post(path, PING, { Origin, Accept: 'application/json, text/event-stream', Host: new URL(service.address).host });

test.each([
  'app://obsidian.md',
  'tauri://localhost',
  'http://tauri.localhost',
  'file://',
  'vscode-webview://0abc',
  'chrome-extension://abcdefgh',
  'http://localhost:6274',
  'http://127.0.0.1:1',
  'https://vscode.dev',
  'null',
])('accepts the origin %s, which can read the response', async (origin) => {
  const { status, headers } = await call(origin);
  expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([200, origin, 'Origin']);
});

test.each([
  'https://evil.example',
  'https://vscode.dev.evil.example',
  'https://evil-localhost.example',
  'http://localhost.evil.example',
  'https://vscode.dev:8443',
  'javascript:alert(1)',
])('refuses the origin %s, which cannot read the response', async (origin) => {
  const { status, headers } = await call(origin);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

test('lets an allowed origin read refusals too, and gives its own pages no CORS headers', async () => {
  const refused = await service.anyone.post('/mcp', PING, { Origin: 'https://vscode.dev' });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, 'https://vscode.dev']);
  expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  expect((await call(service.baseUrl)).headers.get('access-control-allow-origin')).toBeNull();
});

test.each(['/mcp', '/mcp/0190aaaa-0000-7000-8000-000000000000'])(
  'responds to preflight requests to %s without a credential',
  async (path) => {
    const ask = (Origin: string) =>
      fetch(service.address + path, {
        method: 'OPTIONS',
        headers: { Origin, 'Access-Control-Request-Method': 'POST' },
      });
    const allowed = await ask('https://vscode.dev');
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, 'https://vscode.dev']);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Authorization');
    const other = await ask('https://evil.example');
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  },
);
