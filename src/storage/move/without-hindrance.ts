// Lets rows be loaded in any order and as they are: what rows are held to beside their own columns is taken away while
// they come, and put back as it was.
import { refuse } from '../../base/refusal.ts';
import type { Tx } from '../database.ts';
import { isOrphan } from '../failures.ts';
import { sql, trusted } from '../sql.ts';

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Runs `load` on tables that are empty. Foreign keys are checked when they come back; no trigger sees the rows. */
export async function withoutHindrance(tx: Tx, load: () => Promise<void>): Promise<void> {
  const tables = await tablesOf(tx);
  const constraints = await constraintsInTheWay(tx);
  for (const { table, name } of constraints) await tx.rows(trusted(`alter table ${table} drop constraint ${name}`));
  for (const table of tables) await tx.rows(trusted(`alter table ${table} disable trigger user`));
  // Migrations have put a row here and there.
  await tx.rows(trusted(`truncate ${tables.join(', ')}`));
  await load();
  for (const table of tables) await tx.rows(trusted(`alter table ${table} enable trigger user`));
  for (const constraint of constraints) await putBack(tx, constraint);
}

/** Refused in words, and not done again as a transaction of the service is whose row has lost its parent. */
async function putBack(tx: Tx, { table, name, definition }: Constraint): Promise<void> {
  await tx.rows(trusted(`alter table ${table} add constraint ${name} ${definition}`)).catch((thrown: unknown) => {
    if (!isOrphan(thrown)) throw thrown;
    throw refuse('conflict', `The backup contradicts itself (${name} of ${table}), so nothing was kept.`);
  });
}

const tablesOf = async (tx: Tx): Promise<readonly string[]> =>
  (
    await tx.rows<{ table: string }>(sql`
      select quote_ident(relname) as table from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 1`)
  ).map(({ table }) => table);

/** Foreign keys, and checks that earlier rows need not fulfil. */
const constraintsInTheWay = (tx: Tx): Promise<readonly Constraint[]> =>
  tx.rows<Constraint>(sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where connamespace = current_schema()::regnamespace and (contype = 'f' or (contype = 'c' and not convalidated))
    order by 1, 2`);
