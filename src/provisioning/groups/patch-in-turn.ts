// A PATCH of a group from its turn to its answer: prepared where it is large, then committed.
import type { KeyedSemaphore } from '../../base/semaphore.ts';
import type { Database, Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import type { GroupRow } from './group-record-store.ts';
import { patchGroup } from './group-sync.ts';
import { type AskedPatch, preparedPatch, writeGroup } from './prepared-group.ts';

/** Patches a group in its turn among the writes of this process; `commit` gives the work its transaction. */
export const patchInTurn = <Result>(
  inTurn: KeyedSemaphore,
  database: Database,
  context: ScimContext,
  asked: AskedPatch,
  commit: (work: (tx: Tx) => Promise<GroupRow>) => Promise<Result>,
): Promise<Result> =>
  inTurn(asked.id, () =>
    writeGroup(
      database,
      context,
      () => preparedPatch(database, context, asked),
      (prepared) => commit((tx) => patchGroup(tx, context, asked, prepared)),
    ),
  );
