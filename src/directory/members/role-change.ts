// A change of roles as two people make it at once: what is added and what is removed, against the roles that were seen.
// Pure.

import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { ROLES, type Role } from '../roles.ts';

/** Names of roles. `seen`: the roles that the caller had before their eyes; absent: whatever is held. */
export interface RoleChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly seen?: readonly string[] | undefined;
}

/**
 * The roles after the change, in the order of their names. Refuses with `validation` an unknown role, `owner`, or one
 * that is added and removed; with `conflict`, and the present `roles`, where others are held by `whom` than were seen.
 */
export function applyRoleChange(held: readonly Role[], change: RoleChange, whom: string): Role[] {
  const add = change.add.map((role) => checkedRole('add', role));
  const remove = change.remove.map((role) => checkedRole('remove', role));
  const both = add.find((role) => remove.includes(role));
  if (both !== undefined)
    throw invalid('remove', `The role ${both} is added and removed. Send it in one of the lists.`);
  const seen = change.seen?.map((role) => checkedRole('seen', role));
  if (seen !== undefined && !isSame(seen, held)) throw rolesMoved(held, whom);
  return ROLES.filter((role) => (held.includes(role) || add.includes(role)) && !remove.includes(role)).sort();
}

/** The role by its name. Refuses with `validation` an unknown one and `owner`. */
export function checkedRole(field: string, given: string): Role {
  const role = ROLES.find((known) => known === given);
  const grantable = ROLES.filter((known) => known !== 'owner').join(', ');
  if (role === undefined) throw invalid(field, `Unknown role ${given}. The roles are ${grantable}.`);
  if (role === 'owner')
    throw invalid(field, `The Owner is named by a transfer of ownership. Grant one of ${grantable}.`);
  return role;
}

const isSame = (some: readonly Role[], others: readonly Role[]): boolean =>
  [...new Set(some)].sort().join() === [...new Set(others)].sort().join();

const rolesMoved = (held: readonly Role[], whom: string): Error => {
  const now = held.length === 0 ? 'none' : held.join(', ');
  return refuse('conflict', `The roles of ${whom} were changed meanwhile; now: ${now}. Look at them and send again.`, {
    roles: [...held].sort(),
  });
};
