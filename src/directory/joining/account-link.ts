// The linking rule (contract 3.2): which account a person that a connection sends becomes.

import { auditEvent, type By, recordChange, recordingSql } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import type { Tx } from '../../storage/database.ts';
import type { Sql } from '../../storage/sql.ts';
import type { Person } from '../accounts/account.ts';
import { changePerson, emailTaken } from '../accounts/accounts.ts';
import type { Membership } from '../member.ts';
import { insertMember, insertPerson, updateMemberConnection, updateStatus } from '../members/member-store.ts';
import { ownerProtected } from '../members/members.ts';
import { findLink, isOfNewMember, type NewAccount, newMembersSql } from './account-link-store.ts';

export interface AdmittedPerson {
  readonly account_id: string;
  /** True when the account was there before. */
  readonly linked: boolean;
}

/**
 * Lets a person into the team on behalf of a connection, which manages the membership from then on. A new account is
 * made unless one with that e-mail address exists; that one is linked when it is a member already or its domain is
 * verified for the team, or only this team ever had it (Decision 64), and else refused with `uniqueness`, in words that
 * do not reveal it. An Owner who would arrive deactivated is `owner-protected`. Two statements for somebody new. The
 * statement that lets somebody in takes the seat: `refuseFullTeam` (members.ts) tells of one that found none.
 */
export async function admitPerson(
  tx: Tx,
  teamId: string,
  person: Person,
  membership: Membership,
  by: By,
): Promise<AdmittedPerson> {
  const fresh = newId();
  const made = await insertPerson(tx, teamId, fresh, person, membership);
  if (made === undefined) return linkAccount(tx, teamId, person, membership, by);
  const subject = { kind: 'user', id: fresh, name: person.name };
  await recordChange(tx, teamId, 'team.member.added', subject, by, { after: { email: person.email, ...membership } });
  return { account_id: fresh, linked: false };
}

/**
 * `admitPerson` for people who are new, as the `with` list of one larger statement, audit entries included: what is
 * made beside them can be made `from new_member`. A person who is not new has no row there, and nothing happens to
 * them: their e-mail address is taken, or a member waits for a manager of one of their names; then use `admitPerson`.
 * Nobody is new where `condition` does not hold. A full team breaks as `refuseFullTeam` tells.
 */
export function newMembers(teamId: string, people: readonly (NewAccount & { readonly by: By })[], condition: Sql): Sql {
  const events = people.map(({ account_id, person, membership, by }) => {
    const subject = { kind: 'user', id: account_id, name: person.name };
    return auditEvent(teamId, 'team.member.added', subject, by, { after: { email: person.email, ...membership } });
  });
  return newMembersSql(teamId, people, condition, recordingSql(events, isOfNewMember));
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
  // Somebody else let them in at the same moment: the membership is there to be taken over.
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
