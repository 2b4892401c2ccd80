// Recorded moves are kept until every process has seen them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { sweepMoves } from '../../src/storage/sweep-moves.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.script(`truncate row_moves; delete from service_settings where name = 'moves-seen'`);
});

const move = (source: string, count = 1): Promise<object[]> =>
  database.rows(sql`
    insert into row_moves (source, row_id)
    select ${source}, gen_random_uuid() from generate_series(1, ${count}::integer)`);

async function sources(): Promise<readonly string[]> {
  const rows = await database.rows<{ source: string }>(sql`select distinct source from row_moves order by source`);
  return rows.map(({ source }) => source);
}

test('deletes a move two runs after it was committed, and not before', async () => {
  await move('first');
  expect([await sweepMoves(database), await sources()]).toEqual([0, ['first']]);
  await move('second');
  expect([await sweepMoves(database), await sources()]).toEqual([1, ['second']]);
  expect([await sweepMoves(database), await sources()]).toEqual([1, []]);
});

test('keeps a move of a transaction that was still running at the last run', async () => {
  await move('before');
  await sweepMoves(database);
  if (database.takesTurns) return;
  await database.inTransaction(async (tx) => {
    await tx.rows(sql`insert into row_moves (source) values ('late')`);
    await sweepMoves(database);
  });
  expect(await sources()).toEqual(['late']);
  await sweepMoves(database);
  await sweepMoves(database);
  expect(await sources()).toEqual([]);
});

test('deletes the moves of another server, which a backup may contain', async () => {
  await database.rows(sql`
    insert into row_moves (source, xid) values ('restored', pg_snapshot_xmax(pg_current_snapshot())::text::xid8)`);
  // The transaction of the insert itself has that number at most.
  await database.rows(sql`update row_moves set xid = '9000000000000000000'::xid8`);
  expect([await sweepMoves(database), await sources()]).toEqual([1, []]);
});

test('keeps all moves once if the server was started again since the last run', async () => {
  await move('first');
  await sweepMoves(database);
  await database.rows(sql`
    update service_settings set value = '1 ' || split_part(value, ' ', 2) where name = 'moves-seen'`);
  expect([await sweepMoves(database), await sources()]).toEqual([0, ['first']]);
  expect([await sweepMoves(database), await sources()]).toEqual([1, []]);
});
