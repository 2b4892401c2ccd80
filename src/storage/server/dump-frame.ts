// The transaction around a dump's statements, for psql: a killed restore leaves nothing, and a finished one is marked
// as restored.
import { RESTORE_NOTE } from '../last-restore.ts';
import { MIGRATION_LOCK } from '../migrations/migrate.ts';
import { notEmpty } from '../move/empty-database.ts';

/** Concurrent migrations wait for the restore and then find its result. */
const BUSY =
  'Another restore or migration is creating tables in this database right now. Wait until it ends. If ' +
  'the database is empty then, run the command again.';

export const DUMP_FRAME = {
  before: `
begin;
do $$ begin
  if not pg_try_advisory_xact_lock(${MIGRATION_LOCK}) then raise '%', '${BUSY}'; end if;
  if to_regclass('schema_migrations') is not null then raise '%', '${notEmpty().message}'; end if;
end $$;
`,
  /** Undoes the dump's settings, especially the search path. psql knows `made_at`. */
  after: `
reset all;
select record_moves();
${RESTORE_NOTE};
commit;
`,
} as const;
