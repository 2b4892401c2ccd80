// What an AI tool's requests cost beside the same answers of the console's API: `find_trail` among a thousand trails
// and `prompts/list` of five hundred, as requests a second.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/storage/database.ts';
import { built } from '../http/built.ts';
import { DOCUMENT } from '../http/document.ts';
import { fire, type Shot } from '../http/load.ts';
import { startCairn } from '../http/processes.ts';
import { onDatabase } from '../http/run.ts';
import { rulesOf } from '../http/seed.ts';

/** Requests a second of the same answer by two ways. */
export interface McpRow {
  readonly operation: string;
  readonly mcp: number;
  readonly manage: number;
}

interface Reader {
  readonly key: string;
  readonly session: string;
}

/** `url` is a CAIRN_DATABASE_URL. */
export async function measureMcp(url: string, seconds: number): Promise<McpRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-mcp-'));
  const databaseUrl = url === 'embedded' ? `embedded:${join(folder, 'data')}` : url;
  const readers = await onDatabase(databaseUrl, async (database) => ({
    many: await workspace(database, 1_000),
    some: await workspace(database, 500),
  }));
  const cairn = await startCairn({ CAIRN_DATABASE_URL: databaseUrl, CAIRN_ASSETS: join(folder, 'assets') });
  const rate = async (shot: Omit<Shot, 'url'>, path: string): Promise<number> =>
    (await fire({ ...shot, url: cairn.address + path }, seconds)).perSecond;
  const rows: McpRow[] = [];
  for (const [name, path, body] of [
    ['tools/list, the least that a message costs', undefined, message('tools/list', {})],
    ['find_trail, 1,000 trails', '/manage/v1/find', message('tools/call', FIND)],
    ['prompts/list, 500 trails', '/manage/v1/reader/trails', message('prompts/list', {})],
  ] as const) {
    const { key, session } = name.startsWith('prompts') ? readers.some : readers.many;
    const mcp = await rate({ method: 'POST', headers: { ...JSON_HEADERS, ...bearer(key) }, body }, '/mcp');
    const manage =
      path === undefined ? 0 : await rate(path.endsWith('find') ? found(session) : { headers: bearer(session) }, path);
    rows.push({ operation: name, mcp, manage });
  }
  await cairn.stop();
  await rm(folder, { recursive: true, force: true });
  return rows;
}

/** As a table in Markdown. */
export const mcpTable = (storage: string, rows: readonly McpRow[]): string => `## MCP, ${storage}

| operation | /mcp, req/s | /manage/v1, req/s | ratio |
|---|---:|---:|---:|
${rows.map(({ operation, mcp, manage }) => `| ${operation} | ${Math.round(mcp)} | ${manage === 0 ? '' : Math.round(manage)} | ${manage === 0 ? '' : (mcp / manage).toFixed(2)} |`).join('\n')}
`;

const QUESTION = 'answer a customer who wants money back for order 417';
const FIND = { name: 'find_trail', arguments: { prompt: QUESTION } };
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const message = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const found = (session: string): Omit<Shot, 'url'> => ({
  method: 'POST',
  headers: { ...bearer(session), 'content-type': 'application/json' },
  body: JSON.stringify({ text: QUESTION }),
});

/** A workspace with so many live trails, its Owner's key and session. */
async function workspace(database: Database, count: number): Promise<Reader> {
  const { createWorkspace } =
    await built<typeof import('../../src/workspaces/workspace.ts')>('workspaces/workspace.js');
  const { createApiKey } = await built<typeof import('../../src/credentials/api-credentials.ts')>(
    'credentials/api-credentials.js',
  );
  const { createSession } = await built<typeof import('../../src/identity/sessions.ts')>('identity/sessions.js');
  const { createTrail } = await built<typeof import('../../src/trails/create-trail.ts')>('trails/create-trail.js');
  const { publishTrail } = await built<typeof import('../../src/trails/publish.ts')>('trails/publish.js');
  const { rules } = await rulesOf();
  const by = { account_id: null, actor: { kind: 'system', id: null, name: 'bench' }, request_id: 'bench' } as const;
  return database.inTransaction(async (tx) => {
    const owner = { email: `mcp-${count}@bench.test`, name: 'Bench' };
    const wanted = { name: `MCP ${count}`, owner, plan: 'enterprise', seat_limit: null };
    const { team_id, owner_id } = await createWorkspace(tx, wanted, by);
    for (let number = 0; number < count; number += 1) {
      const document = { ...DOCUMENT, title: `${DOCUMENT.title} ${number}` };
      const { trail_id } = await createTrail(tx, team_id, document, by, rules);
      await publishTrail(tx, team_id, { trail_id, revision: 1, note: null }, by, rules);
    }
    const key = { account_id: owner_id, name: 'bench', scopes: ['trails:read'] };
    const session = { team_id, account_id: owner_id, kind: 'cli' } as const;
    return {
      key: (await createApiKey(tx, team_id, key, Date.now(), by)).key,
      session: (await createSession(tx, session, Date.now())).token,
    };
  });
}
