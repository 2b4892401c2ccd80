// The transaction around the statements of a dump, as psql reads it: who is killed leaves nothing, and what is there
// knows that it was restored.
import { RESTORE_NOTE } from '../last-restore.ts';
import { MIGRATION_LOCK } from '../migrations/migrate.ts';
import { notEmpty } from '../move/empty-database.ts';

/** Who migrates waits for the end of it, and finds what was restored. */
const BUSY =
  'Another process makes tables in this database at this moment, by a restore or a migration. Wait for its end; if ' +
  'the database is empty then, run the command again.';

export const DUMP_FRAME = {
  before: `
begin;
do $$ begin
  if not pg_try_advisory_xact_lock(${MIGRATION_LOCK}) then raise '%', '${BUSY}'; end if;
  if to_regclass('schema_migrations') is not null then raise '%', '${notEmpty().message}'; end if;
end $$;
`,
  /** Nothing that the dump sets outlives it, the search path first of all. psql knows `made_at`. */
  after: `
reset all;
${RESTORE_NOTE};
commit;
`,
} as const;
