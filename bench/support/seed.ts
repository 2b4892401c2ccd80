// A catalog with a given number of trails, created through the rooms and then multiplied by one statement.
import type { Database, Tx } from '../../src/storage/database.ts';
import { built } from './built.ts';
import { BY_BENCH } from './by-bench.ts';
import { DOCUMENT } from './document.ts';
import { CONNECTIONS } from './load.ts';

export interface Seeded {
  readonly team_id: string;
  /** One trail per connection, so that saves do not queue for the same row. */
  readonly trail_ids: readonly string[];
  readonly key: string;
  /** An OAuth token of the same person, with the same scopes. */
  readonly token: string;
}

/** Creates a workspace whose catalog has `count` live and draft trails. Returns one of them and a key. */
export async function seed(database: Database, count: number, trails = CONNECTIONS): Promise<Seeded> {
  const { createWorkspace } =
    await built<typeof import('../../src/workspaces/workspace.ts')>('workspaces/workspace.js');
  const { createApiKey } = await built<typeof import('../../src/credentials/api-credentials.ts')>(
    'credentials/api-credentials.js',
  );
  const { createTrail } = await built<typeof import('../../src/trails/editing/create-trail.ts')>(
    'trails/editing/create-trail.js',
  );
  const { publishTrail } = await built<typeof import('../../src/trails/publication/publish.ts')>(
    'trails/publication/publish.js',
  );
  const { rules } = await rulesOf();
  const made = await database.inTransaction(async (tx) => {
    const owner = { email: `owner-${count}@bench.test`, name: 'Bench' };
    const { team_id, owner_id } = await createWorkspace(
      tx,
      { name: `Bench ${count}`, owner, plan: 'enterprise', seat_limit: null },
      BY_BENCH,
    );
    const trail_ids: string[] = [];
    for (let made = 0; made < trails; made += 1) {
      const { trail_id } = await createTrail(tx, team_id, DOCUMENT, BY_BENCH, rules);
      await publishTrail(tx, team_id, { trail_id, revision: 1, note: null }, BY_BENCH, rules);
      trail_ids.push(trail_id);
    }
    const key = { account_id: owner_id, name: 'bench', scopes: ['trails:read', 'trails:write', 'trails:publish'] };
    const made = await createApiKey(tx, team_id, key, Date.now(), BY_BENCH);
    return { team_id, trail_ids, key: made.key, token: await accessTokenOf(tx, team_id, key) };
  });
  await multiply(database, made.team_id, made.trail_ids[0] ?? '', count - trails);
  return made;
}

/** The token of an app that the key's owner allowed, valid for an hour. */
async function accessTokenOf(
  tx: Tx,
  catalog_id: string,
  { account_id, scopes }: { readonly account_id: string; readonly scopes: readonly string[] },
): Promise<string> {
  const { createGrant, issueAccessToken, mintAccessToken } =
    await built<typeof import('../../src/credentials/oauth-grants.ts')>('credentials/oauth-grants.js');
  const now = Date.now();
  const app = {
    client_id: 'bench',
    client_name: 'bench',
    client_host: '',
    resource: '/v1',
    origin: 'consent',
  } as const;
  const { grant_id } = await createGrant(tx, { catalog_id, account_id, scopes, ...app }, now, BY_BENCH);
  const token = mintAccessToken();
  const expires_at = new Date(now + 3_600_000).toISOString();
  await issueAccessToken(tx, grant_id, { token, scopes, expires_at }, now);
  return token;
}

/** The service's rules for trails. */
export async function rulesOf() {
  const { trailRules } = await built<typeof import('../../src/trails/trail-rules.ts')>('trails/trail-rules.js');
  const { KNOWN_PROVIDERS } = await built<typeof import('../../src/trails/document/known-providers.ts')>(
    'trails/document/known-providers.js',
  );
  return { rules: trailRules(KNOWN_PROVIDERS, 'http://localhost:8080/assets/') };
}

const BATCH = 5_000;

/** Copies the trail in batches: drafts with other titles, saved one second apart. */
async function multiply(database: Database, teamId: string, trailId: string, copies: number): Promise<void> {
  for (let from = 1; from <= copies; from += BATCH) {
    await database.script(`
      with copies as (insert into trails (catalog_id, trail_id, sort_order, document, title, target_role, description, tools, prompt_count,
        search_text, publish_issues, created_by, created_at, updated_at, saved_at)
      select catalog_id, gen_random_uuid(), n + 1, document, title || ' ' || n, target_role, description, tools, prompt_count,
        search_text || ' number' || n, publish_issues, created_by, created_at, updated_at - n * interval '1 second', saved_at
      from trails, generate_series(${from}, ${Math.min(copies, from + BATCH - 1)}) as n
      where catalog_id = '${teamId}' and trail_id = '${trailId}'
      returning catalog_id, trail_id, search_text)
      insert into trail_search (catalog_id, trail_id, search_text) select * from copies`);
  }
}
