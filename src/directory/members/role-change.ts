// Applies added and removed roles to the current ones, and detects concurrent edits. Pure.

import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import { ROLES, type Role } from '../roles.ts';

/**
 * Names of roles. `seen` contains the roles that the caller last read. If it is absent, concurrent edits are not
 * detected.
 */
export interface RoleChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly seen?: readonly string[] | undefined;
}

/**
 * Returns the roles after the change, sorted by name. Fails with `validation` if a role is unknown, is `owner`, or is
 * both added and removed. Fails with `conflict`, and returns the current `roles`, if those of `whom` differ from
 * `seen`.
 */
export function applyRoleChange(held: readonly Role[], change: RoleChange, whom: string): Role[] {
  const add = change.add.map((role) => checkedRole('add', role));
  const remove = change.remove.map((role) => checkedRole('remove', role));
  const both = add.find((role) => remove.includes(role));
  if (both !== undefined)
    throw invalid(
      'remove',
      t('The role {both} is both added and removed. Send it in only one of the lists.', { both }),
    );
  const seen = change.seen?.map((role) => checkedRole('seen', role));
  if (seen !== undefined && !isSame(seen, held)) throw rolesMoved(held, whom);
  return ROLES.filter((role) => (held.includes(role) || add.includes(role)) && !remove.includes(role)).sort();
}

/** Returns the role with that name. Fails with `validation` if it is unknown or `owner`. */
export function checkedRole(field: string, given: string): Role {
  const role = ROLES.find((known) => known === given);
  const grantable = ROLES.filter((known) => known !== 'owner').join(', ');
  if (role === undefined)
    throw invalid(field, t('Unknown role {given}. The roles are {grantable}.', { given, grantable }));
  if (role === 'owner')
    throw invalid(field, t('Ownership is transferred, not granted. Grant one of {grantable}.', { grantable }));
  return role;
}

const isSame = (some: readonly Role[], others: readonly Role[]): boolean =>
  [...new Set(some)].sort().join() === [...new Set(others)].sort().join();

const rolesMoved = (held: readonly Role[], whom: string): Error => {
  const now = held.length === 0 ? t('none') : held.join(', ');
  return refuse(
    'conflict',
    t('The roles of {whom} have changed. They are now: {now}. Check them and try again.', { whom, now }),
    {
      roles: [...held].sort(),
    },
  );
};
