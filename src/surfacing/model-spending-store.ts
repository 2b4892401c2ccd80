// The SQL behind the daily token budget: one row a catalog, for the last day on which it asked a model. Around midnight
// the clock of another process may be on tomorrow already; a day behind that was told by a clock that was wrong.
import type { Db } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import type { ModelSpending } from './model/token-budget.ts';

/** The spending kept in a database, shared by every process on it. */
export const modelSpendingStore = (db: Db): ModelSpending => ({
  async spent(catalogId, day) {
    const row = await db.row<{ tokens: number }>(sql`
      select tokens from model_spending
      where catalog_id = ${catalogId} and day between ${day}::date and ${day}::date + 1`);
    return row?.tokens ?? 0;
  },
  // A process whose clock is still on yesterday adds to today rather than starting yesterday again.
  async add(catalogId, day, tokens) {
    await db.rows(sql`
      insert into model_spending as s (catalog_id, day, tokens) values (${catalogId}, ${day}::date, ${tokens})
      on conflict (catalog_id) do update set
        tokens = case when s.day between excluded.day and excluded.day + 1 then s.tokens else 0 end + excluded.tokens,
        day = case when s.day = excluded.day + 1 then s.day else excluded.day end`);
  },
});
