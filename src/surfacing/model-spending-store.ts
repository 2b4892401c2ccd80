// SQL for the daily token budget: one row per catalog, with the last day on which it used a model. Around midnight,
// another process's clock may already be on the next day. A stored day further ahead came from a wrong clock.
import type { Db } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import type { ModelSpending } from './model/token-budget.ts';

/** Spending stored in the database and shared by all processes. */
export const modelSpendingStore = (db: Db): ModelSpending => ({
  async spent(catalogId, day) {
    const row = await db.row<{ tokens: number }>(sql`
      select tokens from model_spending
      where catalog_id = ${catalogId} and day between ${day}::date and ${day}::date + 1`);
    return row?.tokens ?? 0;
  },
  // A process whose clock is still on yesterday adds to today instead of going back.
  async add(catalogId, day, tokens) {
    await db.rows(sql`
      insert into model_spending as s (catalog_id, day, tokens) values (${catalogId}, ${day}::date, ${tokens})
      on conflict (catalog_id) do update set
        tokens = case when s.day between excluded.day and excluded.day + 1 then s.tokens else 0 end + excluded.tokens,
        day = case when s.day = excluded.day + 1 then s.day else excluded.day end`);
  },
});
