// SQL for people who edit some trails without being authors. opened-trails-store.ts determines which people a grant
// allows to edit.
import type { Db } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { sql } from '../../storage/sql.ts';
import { editedBy } from './opened-trails-store.ts';

export async function findEditRight(db: Db, catalogId: string, accountId: string, trailId: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from (${editedBy(catalogId, accountId, [trailId])}) t ${limitOf(1)}`);
  return row !== undefined;
}

export async function findAnyEditRight(db: Db, catalogId: string, accountId: string): Promise<boolean> {
  const row = await db.row(sql`select 1 from (${editedBy(catalogId, accountId)}) t ${limitOf(1)}`);
  return row !== undefined;
}
