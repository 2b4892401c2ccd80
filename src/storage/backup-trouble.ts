// Why the last scheduled backup failed, in the database so that every process can report it.
import type { Db } from './database.ts';
import { sql } from './sql.ts';

const NAME = 'backup-trouble';

export interface BackupTrouble {
  readonly at: string;
  readonly reason: string;
}

export async function noteBackupTrouble(db: Db, trouble: BackupTrouble): Promise<void> {
  await db.rows(sql`
    insert into service_settings (name, value) values (${NAME}, ${JSON.stringify(trouble)})
    on conflict (name) do update set value = excluded.value`);
}

/** After a backup that succeeded. */
export async function forgetBackupTrouble(db: Db): Promise<void> {
  await db.rows(sql`delete from service_settings where name = ${NAME}`);
}

export async function backupTrouble(db: Db): Promise<BackupTrouble | undefined> {
  const row = await db.row<{ value: string }>(sql`select value from service_settings where name = ${NAME}`);
  return row === undefined ? undefined : (JSON.parse(row.value) as BackupTrouble);
}
