// Workspaces with catalogs of different sizes, written by a few statements.
import type { Database } from '../../src/storage/database.ts';
import { built } from '../support/built.ts';
import { BY_BENCH } from '../support/by-bench.ts';
import { DOCUMENT } from '../support/document.ts';

export interface Catalog {
  readonly team_id: string;
  /** A key for employees. */
  readonly key: string;
  readonly trails: number;
}

/** A text that only the description of this trail contains. */
export const MARK = /case no\. (\d{5})/g;

const BATCH = 1_000;

/** Creates a workspace with that many live trails, of which the plugin contains at most `plugin_trails`. */
export async function createCatalog(database: Database, trails: number, plugin_trails: number): Promise<Catalog> {
  const { createWorkspace } =
    await built<typeof import('../../src/workspaces/workspace.ts')>('workspaces/workspace.js');
  const { createApiKey } = await built<typeof import('../../src/credentials/api-credentials.ts')>(
    'credentials/api-credentials.js',
  );
  const { changeCatalogRules } = await built<typeof import('../../src/trails/catalog/catalog-rules.ts')>(
    'trails/catalog/catalog-rules.js',
  );
  const { sql } = await built<typeof import('../../src/storage/sql.ts')>('storage/sql.js');
  return database.inTransaction(async (tx) => {
    const owner = { email: `tools-${trails}-${plugin_trails}@bench.test`, name: 'Bench' };
    // Names have the same length, so that requests differ only by what the catalog adds.
    const wanted = { name: `Acme ${String(trails).padStart(5, '0')}`, owner, plan: 'enterprise', seat_limit: null };
    const { team_id, owner_id } = await createWorkspace(tx, wanted, BY_BENCH);
    await changeCatalogRules(tx, team_id, { plugin_trails }, BY_BENCH);
    for (let from = 0; from < trails; from += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, trails - from) }, (_, n) => from + n);
      await tx.rows(sql`
        with rows as (
          select gen_random_uuid() as trail_id, n, document from unnest(
            ${numbers}::integer[], ${numbers.map((n) => JSON.stringify(documentOf(n)))}::text[]) given (n, document)),
        made as (
          insert into trails (catalog_id, trail_id, status, sort_order, document, title, target_role, description, tools,
            prompt_count, search_text, published_version, published_revision, published_at, skill_name)
          select ${team_id}::uuid, trail_id, 'live', n, document::json, document::json ->> 'title', '', '', '[]', 2, '',
            1, 1, now(), 'answer-a-refund-request-' || lpad(n::text, 5, '0') from rows),
        revised as (
          insert into trail_revisions (catalog_id, trail_id, revision, document)
          select ${team_id}::uuid, trail_id, 1, document::json from rows)
        insert into trail_versions (catalog_id, trail_id, version, document, revision)
        select ${team_id}::uuid, trail_id, 1, document::json, 1 from rows`);
    }
    const wantedKey = { account_id: owner_id, name: 'bench', scopes: ['trails:use'] };
    const { key } = await createApiKey(tx, team_id, wantedKey, Date.now(), BY_BENCH);
    return { team_id, key, trails };
  });
}

function documentOf(number: number): object {
  const five = String(number).padStart(5, '0');
  return {
    ...DOCUMENT,
    title: `Answer a refund request ${five}`,
    target_role: `Support agent ${five}`,
    trigger: {
      ...DOCUMENT.trigger,
      when: `A customer asks for money back in case no. ${five}, and you have the order.`,
    },
  };
}
