// Carries out decisions about suspended people: restores them, or makes their end final.

import { ScimError } from '@cairn/scim-protocol/scim-error';
import type { By } from '../../audit/audit-log.ts';
import { isRefusedByRule, refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import { changeGroupMembers } from '../../directory/groups/group-members.ts';
import { returnToTeam } from '../../directory/members/leave-team.ts';
import { finishLeaving } from '../../directory/members/leaving-members.ts';
import { refuseFullTeam } from '../../directory/members/members.ts';
import type { Database, Tx } from '../../storage/database.ts';
import { lockGuard } from '../guard/guard-store.ts';
import { selectLeftGroups } from '../guard/left-groups-store.ts';
import * as store from '../guard/suspension-store.ts';
import type { ScimContext } from '../scim-context.ts';
import { findKept, returnRecord } from './kept-record-store.ts';
import { announceUser } from './reporting-line.ts';
import { selectHolders } from './taken-names-store.ts';
import { findRecordOfAccount } from './user-record-store.ts';
import { changeUser } from './user-sync.ts';

/**
 * Carries out the decision about one person. False if someone else did, or if the person cannot be restored: then the
 * person is on the list again, with the reason.
 */
export async function carryOut(database: Database, row: store.DecidedRow, now: number): Promise<boolean> {
  try {
    return await database.inTransaction((tx) => carryOutIn(tx, row, now)).catch(refuseFullTeam);
  } catch (thrown) {
    if (!isRefusedByRule(thrown) && !(thrown instanceof ScimError)) throw thrown;
    await database.inTransaction((tx) => store.updateProblem(tx, row, row.account_id, thrown.message));
    return false;
  }
}

async function carryOutIn(tx: Tx, { team_id, connection_id, account_id, state }: store.DecidedRow, now: number) {
  const scope = { team_id, connection_id };
  // The guard's lock comes first, as in a request of the identity provider.
  await lockGuard(tx, scope);
  const row = await store.lockDecided(tx, scope, account_id, state);
  if (row === undefined) return false;
  if (state === 'restoring') {
    await restore(tx, { ...scope, base: '', strict: false, by: byOf(row), now, warn: () => {} }, row);
    await store.updateRestored(tx, scope, account_id);
  } else {
    const hasRecord = (await findRecordOfAccount(tx, scope, account_id)) !== undefined;
    if (row.operation === 'delete' && !hasRecord) await finishLeaving(tx, team_id, account_id, connection_id);
    await store.deleteSuspension(tx, scope, account_id);
  }
  return true;
}

function byOf({ decided_by, record_id }: store.DecidedRow): By {
  const actor = decided_by ?? { kind: 'system', id: null, name: 'Cairn' };
  return { account_id: actor.kind === 'person' ? actor.id : null, actor, request_id: `suspension-${record_id}` };
}

async function restore(tx: Tx, context: ScimContext, { account_id, record_id, operation }: store.DecidedRow) {
  const { team_id, connection_id, by } = context;
  if (operation === 'delete') {
    await requireFree(tx, context, account_id);
    await returnToTeam(tx, team_id, account_id, connection_id, by);
    const user = await returnRecord(tx, context, account_id);
    if (user !== undefined) await announceUser(tx, context, user);
  }
  await changeUser(tx, context, record_id, undefined, {
    next: (user) => ({ ...user, active: true }),
    saysActive: () => false,
  });
  for (const groupId of await selectLeftGroups(tx, context, account_id)) await rejoin(tx, context, groupId, account_id);
}

/** Nothing happens if the group was deleted or disconnected. */
async function rejoin(tx: Tx, { team_id, connection_id, by }: ScimContext, groupId: string, accountId: string) {
  try {
    await changeGroupMembers(tx, team_id, groupId, { add: [accountId], remove: [] }, connection_id, by);
  } catch (thrown) {
    if (!isRefusedByRule(thrown)) throw thrown;
  }
}

/** The deletion freed the names of the record, so other people may have them now. */
async function requireFree(tx: Tx, context: ScimContext, accountId: string): Promise<void> {
  const kept = await findKept(tx, context, { account_id: accountId });
  const [holder] = kept === undefined ? [] : await selectHolders(tx, context, kept, null);
  if (holder === undefined) return;
  const what = holder.attribute === 'emails' ? 'email address' : holder.attribute;
  throw refuse(
    'conflict',
    t('Another user of the connection has the {what} now (id {recordId}).', { what, recordId: holder.record_id }),
  );
}
