// Members whom a connection deleted and who can be restored with everything they had: roles, groups, keys. They have no
// access and no seat. They are hidden from the directory, or listed as deprovisioned while an admin decides.
import type { Tx } from '../../storage/database.ts';
import { forgetManager } from '../managers/managers.ts';
import * as store from './member-store.ts';

/** Lists people as deprovisioned who have left. */
export const listLeavers = (tx: Tx, teamId: string, accountIds: readonly string[]): Promise<void> =>
  store.updateListing(tx, teamId, accountIds, false);

/** Ends the membership of a person who left and whom no one has admitted since. */
export async function finishLeaving(tx: Tx, teamId: string, accountId: string, connectionId: string): Promise<void> {
  const found = await store.lockListing(tx, teamId, accountId);
  if (found === undefined || found.status === 'active' || found.connection_id !== connectionId) return;
  await store.eraseMember(tx, teamId, accountId);
  if (found.manager_id !== null) await forgetManager(tx, teamId, found.manager_id);
}

/** Ends the membership if the person is hidden, so that the account can be added again. */
export async function finishIfHidden(tx: Tx, teamId: string, accountId: string): Promise<boolean> {
  const found = await store.lockListing(tx, teamId, accountId);
  if (found?.is_hidden !== true) return false;
  await store.eraseMember(tx, teamId, accountId);
  if (found.manager_id !== null) await forgetManager(tx, teamId, found.manager_id);
  return true;
}
