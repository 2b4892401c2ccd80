// A server may write only trails, each inside its own folder, whatever it returns.
import { mkdirSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { runHere } from '../../support/command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let server: Server;
let url: string;
let trail: { readonly id: string; readonly document: { readonly prompts: readonly object[] } };
const home = temporaryFolder('hostile');
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answerTo(path)));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function answerTo(path: string): object {
  if (path.startsWith('/v1/me')) return { catalog: { kind: 'team', team_id: newId(), team_name: 'Acme' } };
  if (path.startsWith('/v1/authoring-guide')) return { document_schema: { properties: {} } };
  if (path.startsWith('/manage/v1/audiences')) return { items: [] };
  const summary = { ...trail, title: '…', status: 'draft', visibility: 'all_teams', revision: 1, sort_order: 1 };
  return /^\/v1\/trails(\?|$)/.test(path) ? { items: [summary], next_cursor: null } : summary;
}

const document = (promptId: string) => ({
  title: '…',
  setup_guide: 'Written by the server.',
  prompts: [{ id: promptId, label: 'Do', body: 'Do it' }],
});

test.each([
  ['the id of a trail', { id: '/../../a', document: document('p1') }],
  ['the id of a prompt', { id: newId(), document: document('../.agent/commands/run') }],
])(
  'writes nothing if the server returns %s with a path outside the folder, and says that it is not Cairn',
  async (_what, answered) => {
    trail = answered;
    const dir = join(home, newId(), 'trails');
    mkdirSync(dir, { recursive: true });
    const key = { CAIRN_URL: url, CAIRN_API_KEY: 'svc_api_x' };
    const { code, stderr } = await runHere(['trails', 'pull', '--dir', dir], key);
    expect([code, stderr]).toEqual([1, expect.stringContaining('not like a Cairn service')]);
    expect(readdirSync(join(dir, '..'))).toEqual(['trails']);
    expect(readdirSync(dir, { recursive: true }).filter((name) => String(name).endsWith('.md'))).toEqual([]);
  },
);

test('writes valid responses', async () => {
  trail = { id: newId(), document: document('p1') };
  const dir = join(home, newId());
  const key = { CAIRN_URL: url, CAIRN_API_KEY: 'svc_api_x' };
  expect((await runHere(['trails', 'pull', '--dir', dir], key)).code).toBe(0);
  expect(readdirSync(dir, { recursive: true }).map(String)).toContain(join(`trail-${trail.id.slice(-8)}`, 'setup.md'));
});
