// Accounts: a person once, service-wide, by e-mail address. A person's place in a team is a membership (members.ts).

import { type By, differenceOf, recordChange } from '../../audit/audit-log.ts';
import { isBlank } from '../../base/blank.ts';
import { newId } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { violatedConstraint } from '../../storage/database.ts';
import { SVC_CATALOG_ID } from '../catalog.ts';
import { checkedEmail, checkedName, TEXT_LIMITS } from '../checked.ts';
import { noSuchMember } from '../member.ts';
import type { Account, Person } from './account.ts';
import * as home from './account-home-store.ts';
import * as store from './account-store.ts';

export { isOfTeamsDomain, isTeamsOwn } from './account-home-store.ts';
export { holdOperator, holdOperators, listOperators, proveByPerson } from './account-store.ts';

/** The account of that e-mail address, whichever team it is in, if there is one. */
export const findAccountByEmail = (db: Db, email: string): Promise<Account | undefined> =>
  store.findAccountByEmail(db, email.trim());

/**
 * The account of that address, made with `name` when there is none yet; a name that nobody sees is none. For operators:
 * they vouch for the address of a new account.
 */
export async function accountOf(tx: Tx, email: string, name: string): Promise<Account> {
  const address = checkedEmail('email', email);
  const person = { email: address, name: isBlank(name) ? '' : name.trim(), given_name: '', family_name: '' };
  const made = await store.insertAccount(tx, newId(), person, null);
  const account = made ?? (await store.findAccountByEmail(tx, address));
  if (account === undefined) throw refuse('conflict', 'The account changed meanwhile. Try again.');
  return account;
}

/**
 * Whose the account of that address is, seen from the team; made with `name` when there is none yet. Where somebody
 * else makes it at the same moment, this waits, and tells whose it has become. Refuses with `validation` a name that
 * nobody sees, whosever the account is: the refusal tells nothing of it (Decision 108).
 */
export async function homeOf(tx: Tx, teamId: string, email: string, name: string): Promise<home.AccountHome> {
  const address = checkedEmail('email', email);
  const called = checkedName('name', name, TEXT_LIMITS.person);
  const known = await home.findHomeByEmail(tx, teamId, address);
  if (known !== undefined) return known;
  const person = { email: address, name: called, given_name: '', family_name: '' };
  const created = await store.insertAccount(tx, newId(), person, teamId);
  if (created !== undefined) return { account_id: created.account_id, is_member: false, is_teams_own: true };
  const made = await home.findHomeByEmail(tx, teamId, address);
  if (made === undefined) throw refuse('conflict', 'The account changed meanwhile. Try again.');
  return made;
}

/**
 * Changes what a member's account says, on behalf of the team. The Owner's account is never changed by a connection
 * (contract 3.2), and an operator's by no team. An account that other teams share keeps its name unless its domain is
 * verified here. All of them are left as they are, silently. A new e-mail address for a shared account, or one that
 * another account holds, is refused with `uniqueness`, in words that do not tell which. A new address outside the
 * team's verified domains ends every credential of the person that is valid everywhere. Returns whether anything
 * changed; audited as `team.member.updated`.
 */
export async function changePerson(
  tx: Tx,
  teamId: string,
  accountId: string,
  wanted: Person,
  by: By,
): Promise<boolean> {
  const found = (await store.lockAccountForTeam(tx, teamId, accountId, wanted.email)) ?? noSuchMember();
  if (found.is_operator || (found.is_owner && by.actor.kind === 'connection')) return false;
  const after = { ...wanted, email: wanted.email ?? found.email };
  const isMoved = !sameEmail(found, after);
  if (found.is_shared && !(found.holds_now && (found.holds_wanted || !isMoved))) {
    if (isMoved) throw emailTaken();
    if (!found.holds_now) return false;
  }
  const changes = differenceOf(['email', 'name', 'given_name', 'family_name'], found, after);
  if (changes === undefined) return false;
  const proof = { proof: found.holds_wanted ? 'domain' : 'word', team_id: teamId } as const;
  await store.updateAccount(tx, accountId, after, isMoved ? proof : undefined).catch((thrown: unknown) => {
    throw violatedConstraint(thrown) === 'accounts_email' ? emailTaken() : thrown;
  });
  await recordChange(tx, teamId, 'team.member.updated', { kind: 'user', id: accountId, name: after.name }, by, changes);
  return true;
}

/**
 * Makes a person an operator of the service, or ends that; false where nothing changed. Audited in the service's own
 * log. Refuses with `not-found`.
 */
export async function setOperator(tx: Tx, accountId: string, isOperator: boolean, by: By): Promise<boolean> {
  const account = await store.findAccount(tx, accountId);
  if (account === undefined) throw refuse('not-found', 'There is no such account.');
  if ((await store.setOperator(tx, accountId, isOperator)) === undefined) return false;
  const kind = isOperator ? 'service.operator.added' : 'service.operator.removed';
  await recordChange(tx, SVC_CATALOG_ID, kind, { kind: 'user', id: accountId, name: account.name }, by);
  return true;
}

/** Said of an address that is taken and of one that may not be linked alike, so that neither shows (Decision 37). */
export const emailTaken = (): Error =>
  refuse(
    'uniqueness',
    'This e-mail address cannot be used in this workspace. Verify its domain for the workspace, or have the person ' +
      'added by an admin first, and try again.',
    { field: 'emails' },
  );

const sameEmail = (one: Person, other: Person): boolean => one.email?.toLowerCase() === other.email?.toLowerCase();
