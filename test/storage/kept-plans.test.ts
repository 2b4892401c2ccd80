// A session plans each statement once. At that time the table may have few rows, with statistics to match.
import { expect, test } from 'vitest';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';

test('uses the index to find one of thousands of rows with a plan that was made for a one-page table', async () => {
  const database = await openTestDatabase();
  try {
    await database.script(`create table growing (id integer primary key, note text);
      insert into growing select n, 'n' from generate_series(1, 50) n; analyze growing`);
    // In sequence, so that all use the same connection.
    const find = () => database.rows(sql`select note from growing where id = ${7}`);
    const readWhole = async (): Promise<number> => {
      await database.rows(sql`select pg_stat_force_next_flush()`);
      const row = await database.row<{ rows: number }>(sql`
        select seq_tup_read as rows from pg_stat_user_tables where relname = 'growing'`);
      return row?.rows ?? Number.NaN;
    };
    await find();
    const filled = sql`insert into growing select n, 'n' from generate_series(51, 5000) n`;
    await database.rows(filled);
    const before = await readWhole();
    for (let time = 0; time < 20; time += 1) expect(await find()).toEqual([{ note: 'n' }]);
    expect((await readWhole()) - before).toBe(0);
  } finally {
    await database.close();
  }
});
