// A PATCH of a group from its turn to its answer: prepared where it is large, then committed.
import type { Database, Tx } from '../storage/database.ts';
import type { KeyedTurns } from '../storage/embedded/turns.ts';
import type { GroupRow } from './group-record-store.ts';
import { patchGroup } from './group-sync.ts';
import { type AskedPatch, preparedPatch, writeGroup } from './prepared-group.ts';
import type { ScimContext } from './scim-context.ts';

/** Patches a group in its turn among the writes of this process; `commit` gives the work its transaction. */
export const patchInTurn = <Result>(
  turns: KeyedTurns,
  database: Database,
  context: ScimContext,
  asked: AskedPatch,
  commit: (work: (tx: Tx) => Promise<GroupRow>) => Promise<Result>,
): Promise<Result> =>
  turns.run(asked.id, () =>
    writeGroup(
      database,
      context,
      () => preparedPatch(database, context, asked),
      (prepared) => commit((tx) => patchGroup(tx, context, asked, prepared)),
    ),
  );
