// The linking rule (contract 3.2): chooses the account for a person that a connection provisions.

import { auditEvent, type By, recordChange, recordingSql } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import type { Tx } from '../../storage/database.ts';
import type { Sql } from '../../storage/sql.ts';
import type { Person } from '../accounts/account.ts';
import { findAccountByEmail } from '../accounts/account-store.ts';
import { changePerson, emailTaken } from '../accounts/accounts.ts';
import type { Membership } from '../member.ts';
import { finishIfHidden } from '../members/leaving-members.ts';
import { insertMember, insertPerson, updateMemberConnection, updateStatus } from '../members/member-store.ts';
import { ownerProtected } from '../members/members.ts';
import { findLink, isOfNewMember, type NewAccount, newMembersSql } from './account-link-store.ts';

export interface AdmittedPerson {
  readonly account_id: string;
  /** True if the account already existed. */
  readonly linked: boolean;
}

/**
 * Adds a person to the team on behalf of a connection, which manages the membership from then on. Creates an account
 * unless one with that e-mail address exists. Links an existing account if it is already a member, if its domain is
 * verified for the team, or if no other team ever had it (Decision 64). Otherwise fails with `uniqueness`, with a
 * message that does not reveal the account. Fails with `owner-protected` if the Owner would be deactivated. The
 * statement that adds the person also takes the seat; `refuseFullTeam` (members.ts) converts the error of a full team.
 */
export async function admitPerson(
  tx: Tx,
  teamId: string,
  person: Person,
  membership: Membership,
  by: By,
): Promise<AdmittedPerson> {
  const fresh = newId();
  // On Citus, an insert without effect locks the accounts as well, so requests for the same person would deadlock.
  const isKnown = person.email !== null && (await findAccountByEmail(tx, person.email)) !== undefined;
  const made = isKnown ? undefined : await insertPerson(tx, teamId, fresh, person, membership);
  if (made === undefined) return linkAccount(tx, teamId, person, membership, by);
  const subject = { kind: 'user', id: fresh, name: person.name };
  await recordChange(tx, teamId, 'team.member.added', subject, by, { after: { email: person.email, ...membership } });
  return { account_id: fresh, linked: false };
}

/**
 * Like `admitPerson` for new people, as the `with` list of a larger statement, including the audit entries. Other parts
 * of the statement can select `from new_member`. A person has no row there, and is not changed, if their e-mail address
 * is taken or a member awaits a manager with one of their names. Use `admitPerson` for them. If `condition` is false,
 * nothing happens. `refuseFullTeam` converts the error of a full team.
 */
export function newMembers(teamId: string, people: readonly (NewAccount & { readonly by: By })[], condition: Sql): Sql {
  const events = people.map(({ account_id, person, membership, by }) => {
    const subject = { kind: 'user', id: account_id, name: person.name };
    return auditEvent(teamId, 'team.member.added', subject, by, { after: { email: person.email, ...membership } });
  });
  return newMembersSql(teamId, people, condition, recordingSql(teamId, events, isOfNewMember));
}

async function linkAccount(
  tx: Tx,
  teamId: string,
  person: Person,
  membership: Membership,
  by: By,
): Promise<AdmittedPerson> {
  const found = await findLink(tx, teamId, person.email ?? '');
  if (found === undefined || (found.status === null && !found.is_teams_own)) throw emailTaken();
  const { account_id } = found;
  if (found.status !== null && (await finishIfHidden(tx, teamId, account_id)))
    return linkAccount(tx, teamId, person, membership, by);
  // A concurrent request may have added them. In that case, the next attempt takes over that membership.
  const isLetIn = found.status === null && (await insertMember(tx, teamId, account_id, membership)) !== undefined;
  if (found.status === null && !isLetIn) return linkAccount(tx, teamId, person, membership, by);
  const subject = { kind: 'user', id: account_id, name: found.name };
  const before = { status: found.status, connection_id: found.connection_id };
  if (!isLetIn) await takeOver(tx, teamId, found, membership);
  await recordChange(tx, teamId, 'team.member.linked', subject, by, { before, after: { ...membership } });
  await changePerson(tx, teamId, account_id, person, by);
  return { account_id, linked: true };
}

async function takeOver(
  tx: Tx,
  teamId: string,
  found: { account_id: string; status: Membership['status'] | null; is_owner: boolean },
  { status, connection_id }: Membership,
): Promise<void> {
  if (found.is_owner && status === 'deactivated') throw ownerProtected('deactivated');
  await updateMemberConnection(tx, teamId, found.account_id, connection_id);
  if (found.status !== status) await updateStatus(tx, teamId, found.account_id, status);
}
