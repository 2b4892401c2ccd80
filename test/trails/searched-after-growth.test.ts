// A search must not depend on statistics. For up to a minute, a server's statistics may be from before the catalog
// grew.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { readTrailPage } from '../../src/trails/catalog/trail-page-store.ts';
import { openTestDatabase } from '../support/database.ts';
import { rowsVisitedBy } from '../support/plans.ts';
import { create, newCatalog } from './catalog.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const TRAILS = 1_500;

test('reads a catalog that has grown a few times per page, not once per trail', async () => {
  const { catalog_id, ...catalog } = await newCatalog(database);
  const { trail_id } = await create(database, { catalog_id, ...catalog }, { title: 'Common' });
  await database.script('analyze trails; analyze trail_search');
  await database.rows(sql`
    with copies as (
      insert into trails (catalog_id, trail_id, sort_order, document, title, target_role, description, tools, prompt_count,
        search_text, updated_at)
      select catalog_id, gen_random_uuid(), n, document, 'Copy', target_role, description, tools, prompt_count,
        search_text || case when n % 100 = 0 then ' scarce' else '' end, updated_at - n * interval '1 second'
      from trails, generate_series(1, ${TRAILS - 1}::integer) n where trail_id = ${trail_id}
      returning catalog_id, trail_id, search_text)
    insert into trail_search (catalog_id, trail_id, search_text) select * from copies`);
  for (const [text, limit] of [
    ['scarce', 3],
    ['scarce', 100],
    ['common', 100],
    ['sc', 5],
    ['absent', 10],
  ] as const)
    for (const choice of ['custom', 'generic'] as const) {
      const wanted = { status: undefined, texts: [text], after: undefined, limit };
      const visited = await rowsVisitedBy(database, choice, (db) =>
        readTrailPage({ ...database, ...db }, catalog_id, wanted),
      );
      expect(visited, `${text}, ${limit}, ${choice}`).toBeLessThan(10 * TRAILS);
    }
});
