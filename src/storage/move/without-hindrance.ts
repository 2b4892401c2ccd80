// Loads rows in any order and unchanged: constraints and triggers are removed first, and restored afterwards.
import { refuse } from '../../base/refusal.ts';
import type { Tx } from '../database.ts';
import { isOrphan } from '../failures.ts';
import { sql, trusted } from '../sql.ts';

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Runs `load` on empty tables. Foreign keys are checked when they are restored; triggers do not fire. */
export async function withoutHindrance(tx: Tx, load: () => Promise<void>): Promise<void> {
  const tables = await tablesOf(tx);
  const constraints = await constraintsInTheWay(tx);
  for (const { table, name } of constraints) await tx.rows(trusted(`alter table ${table} drop constraint ${name}`));
  for (const table of tables) await tx.rows(trusted(`alter table ${table} disable trigger user`));
  // Removes the few rows that migrations inserted.
  await tx.rows(trusted(`truncate ${tables.join(', ')}`));
  await load();
  for (const table of tables) await tx.rows(trusted(`alter table ${table} enable trigger user`));
  for (const constraint of constraints) await putBack(tx, constraint);
}

/** Throws a clear refusal, because the original failure (a missing parent row) would cause a retry. */
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

/** Foreign keys, and check constraints that existing rows don't have to satisfy. */
const constraintsInTheWay = (tx: Tx): Promise<readonly Constraint[]> =>
  tx.rows<Constraint>(sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where connamespace = current_schema()::regnamespace and (contype = 'f' or (contype = 'c' and not convalidated))
    order by 1, 2`);
