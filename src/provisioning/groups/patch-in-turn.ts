// Runs a PATCH of a group: waits for its turn, prepares it if it is large, then commits.
import type { KeyedSemaphore } from '../../base/semaphore.ts';
import type { Database, Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import type { GroupRow } from './group-record-store.ts';
import { patchGroup } from './group-sync.ts';
import { type AskedPatch, preparedPatch, writeGroup } from './prepared-group.ts';

/** Patches a group when its turn comes among this process's writes. `commit` supplies the transaction. */
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
