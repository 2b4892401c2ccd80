// Grants and revokes the operator role. Memberships count activations (Decision 74), but accounts don't, so sessions
// and apps are deleted. An operator who returns later doesn't get them back.
import type { By } from '../audit/audit-log.ts';
import { refuse } from '../base/refusal.ts';
import { revokeGrantsOf } from '../credentials/oauth-grants.ts';
import { holdOperators, setOperator } from '../directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Tx } from '../storage/database.ts';
import { deleteOperatorSessions } from './session-store.ts';

/**
 * Makes a person an operator of the service, or revokes the role. Either way, ends the person's sessions outside
 * workspaces and their apps in the service-wide catalog. Fails like `setOperator`, and with `forbidden` if the caller
 * is no longer an operator: if two operators remove each other, one remains, and a former operator cannot appoint
 * others. If nothing changes, no sessions or apps end.
 */
export async function changeOperator(tx: Tx, accountId: string, isOperator: boolean, by: By): Promise<void> {
  const operators = await holdOperators(tx);
  if (by.account_id !== null && !operators.has(by.account_id))
    throw refuse('forbidden', 'You are no longer an operator of this service. Ask another operator.');
  if (!(await setOperator(tx, accountId, isOperator, by))) return;
  await deleteOperatorSessions(tx, accountId);
  await revokeGrantsOf(tx, SVC_CATALOG_ID, accountId, by);
}
