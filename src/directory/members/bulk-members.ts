// One act on many members at once, each with an outcome of its own: what is refused for one stops none of the others.
import type { By } from '../../audit/audit-log.ts';
import { isRefusedByRule, refuse } from '../../base/refusal.ts';
import type { Tx } from '../../storage/database.ts';
import { grantRole, revokeRole } from './member-roles.ts';
import { deactivateMember, removeMember } from './members.ts';
import { checkedRole } from './role-change.ts';

export const BULK_ACTS = ['give_role', 'take_role', 'deactivate', 'remove'] as const;
export type BulkAct = (typeof BULK_ACTS)[number];

/** So many people at most: the request is one transaction, and everybody else waits for it on embedded storage. */
export const MOST_BULK_MEMBERS = 500;

export interface BulkOutcome {
  readonly user_id: string;
  readonly outcome: 'done' | 'unchanged' | 'refused';
  /** Why it was refused, as the same act on one person would be. */
  readonly detail?: string;
}

/**
 * Does it to each person, in the order of their ids. Refuses the whole with `validation` where the act wants a role and
 * `role` is none that can be given; what is refused for one person is their outcome.
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
  // One order for every request: two that name the same people do not wait for each other in a circle.
  for (const user_id of [...new Set(userIds)].sort()) {
    outcomes.push(await outcomeOf(user_id, () => changeOne(tx, teamId, act, role ?? '', user_id, by)));
  }
  return outcomes;
}

async function outcomeOf(user_id: string, change: () => Promise<boolean>): Promise<BulkOutcome> {
  try {
    return { user_id, outcome: (await change()) ? 'done' : 'unchanged' };
  } catch (thrown) {
    // A refusal of these acts comes before their first statement that writes, so nothing of it is half done.
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
    throw refuse('conflict', 'That is you. Leave yourself out of the list, or do it on your own page.');
  if (act === 'deactivate') return deactivateMember(tx, teamId, accountId, null, by);
  await removeMember(tx, teamId, accountId, null, by);
  return true;
}
