// The cost of an AI tool's requests compared with the same responses through the console's API, in responses per
// second: `find_trail` among 1,000 trails, and `prompts/list` with 500, which the console's API returns in pages and
// without prompts.
import type { Database } from '../../src/storage/database.ts';
import type { TrailDocument } from '../../src/trails/document/document.ts';
import { built } from '../support/built.ts';
import { BY_BENCH } from '../support/by-bench.ts';
import { DOCUMENT } from '../support/document.ts';
import { fire, type Shot } from '../support/load.ts';
import { startCairn } from '../support/processes.ts';
import { rulesOf } from '../support/seed.ts';
import { onDatabase, storageOn } from '../support/storage.ts';

/** Requests per second for the same response, requested in two ways. */
export interface McpRow {
  readonly operation: string;
  readonly mcp: number;
  readonly manage: number;
}

interface Reader {
  readonly team_id: string;
  readonly key: string;
  readonly session: string;
}

/** On that server, or embedded. */
export async function measureMcp(server: string | undefined, seconds: number): Promise<McpRow[]> {
  const { url, env, remove } = await storageOn(server);
  const readers = await onDatabase(url, async (database) => ({
    many: await readerOf(database, 1_000),
    some: await readerOf(database, 500),
  }));
  const cairn = await startCairn(env);
  const at = (shot: Omit<Shot, 'url'>, path: string): Shot => ({ ...shot, url: cairn.address + path });
  const rows: McpRow[] = [];
  const { many, some } = readers;
  const listed = at({ headers: bearer(some.session) }, LIST);
  const pages = await pagesOf(listed);
  for (const [operation, { key }, body, manage, parts = 1] of [
    ['find_trail, 1,000 trails', many, message('tools/call', FIND), at(found(many.session), '/manage/v1/find')],
    ['prompts/list, 500 trails; against all pages', some, LIST_PROMPTS, { ...listed, paths: pages }, pages.length],
    ['prompts/list, 500 trails; against one page of 25', some, LIST_PROMPTS, at(listed, '/manage/v1/reader/trails')],
    // Last, because the first call starts to load the catalog.
    ['tools/list, the cheapest message', many, message('tools/list', {})],
  ] satisfies readonly [string, Reader, string, Shot?, number?][]) {
    const mcp = at({ method: 'POST', headers: { ...JSON_HEADERS, ...bearer(key) }, body }, '/mcp');
    const rate = await takingTurns(mcp, manage, seconds);
    rows.push({ operation, mcp: rate.mcp, manage: rate.manage / parts });
  }
  await cairn.stop();
  await remove();
  return rows;
}

const LIST = '/manage/v1/reader/trails?limit=100';

/** The paths of all pages of the list. */
async function pagesOf({ url, headers }: Shot): Promise<string[]> {
  const paths: string[] = [];
  for (let path: string | null = LIST; path !== null; ) {
    paths.push(path);
    const page = (await (await fetch(new URL(path, url), { headers })).json()) as {
      readonly next_cursor?: string | null;
    };
    path = typeof page.next_cursor !== 'string' ? null : `${LIST}&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
  return paths;
}

const ROUNDS = 3;

/** Alternates after one response each, so that the judge's words are loaded and neither gets a warmer service. */
async function takingTurns(mcp: Shot, manage: Shot | undefined, seconds: number): Promise<Omit<McpRow, 'operation'>> {
  const total = { mcp: 0, manage: 0 };
  for (const shot of [mcp, manage]) if (shot !== undefined) await answered(shot);
  for (let round = 0; round < ROUNDS; round += 1) {
    total.mcp += (await fire(mcp, seconds)).perSecond / ROUNDS;
    if (manage !== undefined) total.manage += (await fire(manage, seconds)).perSecond / ROUNDS;
  }
  return total;
}

async function answered({ url, method = 'GET', headers, body }: Shot): Promise<void> {
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  // A refused tool call is a response too and would be measured as one.
  if (!answer.ok || text.includes('"isError":true')) throw new Error(`${url}: ${answer.status} ${text.slice(0, 500)}`);
}

/** As a table in Markdown. */
export const mcpTable = (storage: string, rows: readonly McpRow[]): string => `## MCP, ${storage}

| operation | /mcp, req/s | /manage/v1, req/s | ratio |
|---|---:|---:|---:|
${rows.map(({ operation, mcp, manage }) => `| ${operation} | ${Math.round(mcp)} | ${manage === 0 ? '' : Math.round(manage)} | ${manage === 0 ? '' : (mcp / manage).toFixed(2)} |`).join('\n')}
`;

const QUESTION = 'answer a customer who wants money back for order 417';
export const FIND = { name: 'find_trail', arguments: { prompt: QUESTION } };
export const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
export const message = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const LIST_PROMPTS = message('prompts/list', {});
const found = (session: string): Omit<Shot, 'url'> => ({
  method: 'POST',
  headers: { ...bearer(session), 'content-type': 'application/json' },
  body: JSON.stringify({ text: QUESTION }),
});

const numbered = (number: number): TrailDocument => ({ ...DOCUMENT, title: `${DOCUMENT.title} ${number}` });

/** A workspace with this many live trails, and the Owner's key and session. */
export async function readerOf(database: Database, count: number, documentOf = numbered): Promise<Reader> {
  const { createWorkspace } =
    await built<typeof import('../../src/workspaces/workspace.ts')>('workspaces/workspace.js');
  const { createApiKey } = await built<typeof import('../../src/credentials/api-credentials.ts')>(
    'credentials/api-credentials.js',
  );
  const { createSession } = await built<typeof import('../../src/identity/sessions.ts')>('identity/sessions.js');
  const { createTrail } = await built<typeof import('../../src/trails/editing/create-trail.ts')>(
    'trails/editing/create-trail.js',
  );
  const { publishTrail } = await built<typeof import('../../src/trails/publication/publish.ts')>(
    'trails/publication/publish.js',
  );
  const { rules } = await rulesOf();
  return database.inTransaction(async (tx) => {
    const owner = { email: `mcp-${count}@bench.test`, name: 'Bench' };
    const wanted = { name: `MCP ${count}`, owner, plan: 'enterprise', seat_limit: null };
    const { team_id, owner_id } = await createWorkspace(tx, wanted, BY_BENCH);
    for (let number = 0; number < count; number += 1) {
      const { trail_id } = await createTrail(tx, team_id, documentOf(number), BY_BENCH, rules);
      await publishTrail(tx, team_id, { trail_id, revision: 1, note: null }, BY_BENCH, rules);
    }
    const key = { account_id: owner_id, name: 'bench', scopes: ['trails:read', 'trails:write', 'trails:publish'] };
    const session = { team_id, account_id: owner_id, kind: 'cli' } as const;
    return {
      team_id,
      key: (await createApiKey(tx, team_id, key, Date.now(), BY_BENCH)).key,
      session: (await createSession(tx, session, Date.now())).token,
    };
  });
}
