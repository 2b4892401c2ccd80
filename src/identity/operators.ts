// Who runs the service, and what they opened as such. A membership counts its activations (Decision 74), an account
// does not: what an operator opened is taken away, so that a later return finds none of it.
import type { By } from '../audit/audit-log.ts';
import { refuse } from '../base/refusal.ts';
import { revokeGrantsOf } from '../credentials/oauth-grants.ts';
import { holdOperators, setOperator } from '../directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Tx } from '../storage/database.ts';
import { deleteOperatorSessions } from './session-store.ts';

/**
 * Makes a person an operator of the service, or ends that. Either way, sessions outside a workspace and apps of the
 * service-wide catalog that there were before end. Refuses as `setOperator`, and with `forbidden` a person who is no
 * operator by now: two who end each other leave one, and a former operator lets nobody in. A no-op ends nothing.
 */
export async function changeOperator(tx: Tx, accountId: string, isOperator: boolean, by: By): Promise<void> {
  const operators = await holdOperators(tx);
  if (by.account_id !== null && !operators.has(by.account_id))
    throw refuse('forbidden', 'You are no operator of this service any more. Ask another operator.');
  if (!(await setOperator(tx, accountId, isOperator, by))) return;
  await deleteOperatorSessions(tx, accountId);
  await revokeGrantsOf(tx, SVC_CATALOG_ID, accountId, by);
}
