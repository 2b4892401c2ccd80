// Transactions that are only tried: the whole one, or a part of one.
import type { Tx } from './database.ts';
import { trusted } from './sql.ts';

/** Carries the outcome out of the transaction that it rolls back. */
class RolledBack<Outcome> extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('A dry run ends its transaction.');
    this.outcome = outcome;
  }
}

/** Runs the work in the transaction that `run` opens, and rolls it back. Fails like the work. */
export async function rolledBack<Outcome>(
  run: (work: (tx: Tx) => Promise<Outcome>) => Promise<Outcome>,
  work: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await run(async (tx) => {
      // The schema has no constraints that are checked only at the end of a transaction.
      throw new RolledBack(await work(tx));
    });
  } catch (thrown) {
    if (thrown instanceof RolledBack) return thrown.outcome;
    throw thrown;
  }
}

/** Runs the work as a part of the transaction. If it fails, only the part is rolled back. */
export async function attempt<Outcome>(tx: Tx, work: () => Promise<Outcome>): Promise<Outcome> {
  await tx.rows(trusted('savepoint attempt'));
  try {
    const outcome = await work();
    await tx.rows(trusted('release savepoint attempt'));
    return outcome;
  } catch (thrown) {
    await rollBackPart(tx);
    throw thrown;
  }
}

/** Runs the work as a part of the transaction, and rolls the part back. */
export const undone = <Outcome>(tx: Tx, work: () => Promise<Outcome>): Promise<Outcome> =>
  rolledBack<Outcome>((inside) => attempt(tx, () => inside(tx)), work);

async function rollBackPart(tx: Tx): Promise<void> {
  await tx.rows(trusted('rollback to savepoint attempt'));
  await tx.rows(trusted('release savepoint attempt'));
}
