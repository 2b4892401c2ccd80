// Applies one action to many members. Each member has a separate result, and a refusal for one does not affect the
// others.
import type { By } from '../../audit/audit-log.ts';
import { isRefusedByRule, refuse } from '../../base/refusal.ts';
import type { Tx } from '../../storage/database.ts';
import { grantRole, revokeRole } from './member-roles.ts';
import { deactivateMember, reactivateMember, removeMember } from './members.ts';
import { checkedRole } from './role-change.ts';

export const BULK_ACTS = ['give_role', 'take_role', 'deactivate', 'reactivate', 'remove'] as const;
export type BulkAct = (typeof BULK_ACTS)[number];

/**
 * The maximum number of people. The request is a single transaction, and on embedded storage all other requests wait
 * for it.
 */
export const MAX_BULK_MEMBERS = 500;

export interface BulkOutcome {
  readonly user_id: string;
  readonly outcome: 'done' | 'unchanged' | 'refused';
  /** The reason for a refusal, in the same words as for a single person. */
  readonly detail?: string;
}

/**
 * Applies the action to each person, in the order of their ids. Rejects the whole request with `validation` if the
 * action needs a role and `role` cannot be granted. Any other refusal becomes that person's result.
 */
export async function changeMany(
  tx: Tx,
  teamId: string,
  { act, role }: { readonly act: BulkAct; readonly role?: string | undefined },
  userIds: readonly string[],
  by: By,
): Promise<BulkOutcome[]> {
  if (act === 'give_role' || act === 'take_role') checkedRole('role', role ?? '');
  const outcomes: BulkOutcome[] = [];
  // Use the same order in every request, so that two with the same people don't deadlock.
  for (const user_id of [...new Set(userIds)].sort()) {
    outcomes.push(await outcomeOf(user_id, () => changeOne(tx, teamId, act, role ?? '', user_id, by)));
  }
  return outcomes;
}

async function outcomeOf(user_id: string, change: () => Promise<boolean>): Promise<BulkOutcome> {
  try {
    return { user_id, outcome: (await change()) ? 'done' : 'unchanged' };
  } catch (thrown) {
    // These actions throw refusals before they write anything, so nothing is half done.
    if (isRefusedByRule(thrown)) return { user_id, outcome: 'refused', detail: thrown.message };
    throw thrown;
  }
}

async function changeOne(
  tx: Tx,
  teamId: string,
  act: BulkAct,
  role: string,
  accountId: string,
  by: By,
): Promise<boolean> {
  if (act === 'give_role') return grantRole(tx, teamId, accountId, role, by);
  if (act === 'take_role') return revokeRole(tx, teamId, accountId, role, by);
  if (accountId === by.account_id)
    throw refuse('conflict', 'This person is you. Remove yourself from the list, or use your own page.');
  if (act === 'deactivate') return deactivateMember(tx, teamId, accountId, null, by);
  if (act === 'reactivate') return reactivateMember(tx, teamId, accountId, null, by);
  await removeMember(tx, teamId, accountId, null, by);
  return true;
}
