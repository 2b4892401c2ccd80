// Accounts: one per person in the whole service, identified by e-mail address. A membership is a person's place in a
// team (members.ts).

import { type By, differenceOf, recordChange } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import { isBlank } from '../../base/text.ts';
import { type Db, type Tx, violatedConstraint } from '../../storage/database.ts';
import { SVC_CATALOG_ID } from '../catalog.ts';
import { checkedEmail, checkedName, TEXT_LIMITS } from '../checked.ts';
import { noSuchMember } from '../member.ts';
import type { Account, Person } from './account.ts';
import * as home from './account-home-store.ts';
import * as store from './account-store.ts';

export { isOfTeamsDomain, isTeamsOwn } from './account-home-store.ts';
export { preferredLanguages, setLanguage } from './account-language-store.ts';
export { holdOperator, holdOperators, listOperators, proveByPerson } from './account-store.ts';

/** Finds the account with that e-mail address in any team. */
export const findAccountByEmail = (db: Db, email: string): Promise<Account | undefined> =>
  store.findAccountByEmail(db, email.trim());

/**
 * Returns the account with that address. Creates it with `name` if necessary; an invisible name counts as empty. Use it
 * only for operators, who vouch for the address of a new account.
 */
export async function accountOf(tx: Tx, email: string, name: string): Promise<Account> {
  const address = checkedEmail('email', email);
  const person = { email: address, name: isBlank(name) ? '' : name.trim(), given_name: '', family_name: '' };
  const made = await store.insertAccount(tx, newId(), person, null);
  const account = made ?? (await store.findAccountByEmail(tx, address));
  if (account === undefined) throw refuse('conflict', 'The account has just changed. Try again.');
  return account;
}

/**
 * Returns the team's relation to the account with that address, and creates the account with `name` if necessary. If a
 * concurrent insert is in progress, waits and returns its result. Fails with `validation` if the name is invisible,
 * even for an account of another team, so that the error reveals nothing about the account (Decision 108).
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
  if (made === undefined) throw refuse('conflict', 'The account has just changed. Try again.');
  return made;
}

/**
 * Updates a member's account on behalf of the team. Silently changes nothing if the account belongs to an operator, or
 * if a connection updates the Owner's account (contract 3.2). An account shared with other teams keeps its name unless
 * its domain is verified here. Fails with `uniqueness` if the e-mail address would change and the account is shared or
 * another account has the new address; the message does not say which. A new address outside the team's verified
 * domains ends all of the person's credentials that are valid everywhere. Returns whether anything changed. Audited as
 * `team.member.updated`.
 */
export async function changePerson(tx: Tx, teamId: string, accountId: string, input: Person, by: By): Promise<boolean> {
  const found = (await store.lockAccountForTeam(tx, teamId, accountId, input.email)) ?? noSuchMember();
  if (found.is_operator || (found.is_owner && by.actor.kind === 'connection')) return false;
  const after = { ...input, email: input.email ?? found.email };
  const isMoved = !sameEmail(found, after);
  if (found.is_shared && !(found.holds_now && (found.holds_requested || !isMoved))) {
    if (isMoved) throw emailTaken();
    if (!found.holds_now) return false;
  }
  const changes = differenceOf(['email', 'name', 'given_name', 'family_name'], found, after);
  if (changes === undefined) return false;
  const proof = { proof: found.holds_requested ? 'domain' : 'word', team_id: teamId } as const;
  await store.updateAccount(tx, accountId, after, isMoved ? proof : undefined).catch((thrown: unknown) => {
    throw violatedConstraint(thrown) === 'accounts_email' ? emailTaken() : thrown;
  });
  await recordChange(tx, teamId, 'team.member.updated', { kind: 'user', id: accountId, name: after.name }, by, changes);
  return true;
}

/**
 * Grants or revokes the operator role. False if nothing changed. Audited in the service's own log. Fails with
 * `not-found`.
 */
export async function setOperator(tx: Tx, accountId: string, isOperator: boolean, by: By): Promise<boolean> {
  const account = await store.findAccount(tx, accountId);
  if (account === undefined) throw refuse('not-found', 'There is no such account.');
  if ((await store.setOperator(tx, accountId, isOperator)) === undefined) return false;
  const kind = isOperator ? 'service.operator.added' : 'service.operator.removed';
  await recordChange(tx, SVC_CATALOG_ID, kind, { kind: 'user', id: accountId, name: account.name }, by);
  return true;
}

/**
 * The same error for an address that is taken and for one that may not be linked, so that it reveals neither (Decision
 * 37).
 */
export const emailTaken = (): Error =>
  refuse(
    'uniqueness',
    'This e-mail address cannot be used in this workspace. Verify its domain for the workspace, or have the person ' +
      'added by an admin first, and try again.',
    { field: 'emails' },
  );

const sameEmail = (one: Person, other: Person): boolean => one.email?.toLowerCase() === other.email?.toLowerCase();
