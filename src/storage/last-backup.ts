// The time of the last backup, in the database so that every process can report its age.
import type { Db } from './database.ts';
import { sql } from './sql.ts';

const NAME = 'last-backup';

export async function noteBackup(db: Db, at: Date): Promise<void> {
  await db.rows(sql`
    insert into service_settings (name, value) values (${NAME}, ${at.toISOString()})
    on conflict (name) do update set value = excluded.value`);
}

/** Milliseconds since the epoch, or undefined. */
export async function lastBackupAt(db: Db): Promise<number | undefined> {
  const row = await db.row<{ value: string }>(sql`select value from service_settings where name = ${NAME}`);
  return row === undefined ? undefined : Date.parse(row.value);
}
