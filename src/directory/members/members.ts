// Memberships. An active member takes a seat. See member-roles.ts for roles, and account-link.ts for linking people
// from a connection to accounts.

import { type By, recordChange } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import { type Db, type Tx, violatedConstraint } from '../../storage/database.ts';
import { homeOf } from '../accounts/accounts.ts';
import { forgetManager } from '../managers/managers.ts';
import { type Member, noSuchMember, type Source } from '../member.ts';
import { finishIfHidden } from './leaving-members.ts';
import { grantRole } from './member-roles.ts';
import * as store from './member-store.ts';

export {
  findMember,
  findMemberByEmail,
  holdActiveMember,
  lockActiveMember,
  passMembersOn,
  renewActivation,
} from './member-store.ts';

export interface NewMember {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** The member, active or deactivated. Fails with `not-found`. */
export async function getMember(db: Db, teamId: string, accountId: string): Promise<Member> {
  return (await store.findMember(db, teamId, accountId)) ?? noSuchMember();
}

/**
 * Adds a person by hand, with direct roles. Returns the account's id. Fails with `conflict` if the person is already a
 * member, with `unprocessable` if the account belongs to others (use `addOrInvite`), and with `seat-limit` if no seat
 * is free.
 */
export async function addMember(tx: Tx, teamId: string, input: NewMember, by: By): Promise<string> {
  const added = await addIfOwn(tx, teamId, input, by);
  if (added === 'member') throw alreadyMember(input.email);
  if (added === 'foreign')
    throw refuse('unprocessable', 'The e-mail address cannot be added. Invite the person instead.');
  return added.account_id;
}

/**
 * Adds a person who is new to the service or counts as the team's own. Returns `member` if they are already a member,
 * and `foreign` if the account belongs to others. Fails with `seat-limit`.
 */
export async function addIfOwn(
  tx: Tx,
  teamId: string,
  { email, name, roles }: NewMember,
  by: By,
): Promise<{ readonly account_id: string } | 'member' | 'foreign'> {
  const { account_id, is_member, is_teams_own } = await homeOf(tx, teamId, email, name);
  if (is_member) return 'member';
  if (!is_teams_own) return 'foreign';
  return (await joinTeam(tx, teamId, account_id, roles, by)) ? { account_id } : 'member';
}

/**
 * Makes an account an active member with direct roles. False if it already is one. The caller must check that the
 * account may join, as `addMember` and `acceptInvitation` do. Fails with `seat-limit`.
 */
export async function joinTeam(
  tx: Tx,
  teamId: string,
  accountId: string,
  roles: readonly string[],
  by: By,
): Promise<boolean> {
  const membership = { status: 'active', connection_id: null } as const;
  await finishIfHidden(tx, teamId, accountId);
  const added = await store.insertMember(tx, teamId, accountId, membership).catch(refuseFullTeam);
  if (added === undefined) return false;
  const member = await getMember(tx, teamId, accountId);
  await recordChange(tx, teamId, 'team.member.added', subjectOf(member), by, {
    after: { email: member.email, ...membership },
  });
  for (const role of roles) await grantRole(tx, teamId, accountId, role, by);
  return true;
}

/** The error if the person with that address is already a member, whether active or deactivated. */
export const alreadyMember = (email: string): Error =>
  refuse(
    'conflict',
    t('{email} is already a member. Reactivate the person if the membership is deactivated.', { email: email.trim() }),
  );

/**
 * Deactivates a member (contract 3.2). When the transaction commits, the seat is free and all of the person's sessions
 * in this team have ended. Roles and groups are kept for reactivation. False if nothing changed. Fails with
 * `owner-protected`, and with `conflict` if another source manages the membership.
 */
export async function deactivateMember(
  tx: Tx,
  teamId: string,
  accountId: string,
  source: Source,
  by: By,
): Promise<boolean> {
  const member = await lockOwn(tx, teamId, accountId, source);
  if (member.is_owner) throw ownerProtected('deactivated');
  if (member.status === 'deactivated') return false;
  await store.updateStatus(tx, teamId, accountId, 'deactivated');
  await recordStatus(tx, teamId, member, 'deactivated', by);
  return true;
}

/**
 * Reactivates a member and takes a seat again. Direct roles and groups take effect again. False if nothing changed.
 * Fails with `seat-limit`, and with `conflict` if another source manages the membership.
 */
export async function reactivateMember(
  tx: Tx,
  teamId: string,
  accountId: string,
  source: Source,
  by: By,
): Promise<boolean> {
  const member = await lockOwn(tx, teamId, accountId, source);
  if (member.status === 'active') return false;
  await store.updateStatus(tx, teamId, accountId, 'active').catch(refuseFullTeam);
  await recordStatus(tx, teamId, member, 'active', by);
  return true;
}

/**
 * Ends the membership. The person leaves the directory and its groups, and the seat is freed. The account and its
 * history stay. Fails with `owner-protected`, and with `conflict` if another source manages the membership.
 */
export async function removeMember(tx: Tx, teamId: string, accountId: string, source: Source, by: By): Promise<void> {
  const member = await lockOwn(tx, teamId, accountId, source);
  if (member.is_owner) throw ownerProtected('removed');
  await store.deleteMember(tx, teamId, accountId);
  if (member.manager_id !== null) await forgetManager(tx, teamId, member.manager_id);
  const { email, status, connection_id } = member;
  const before = { email, status, connection_id };
  await recordChange(tx, teamId, 'team.member.removed', subjectOf(member), by, { before });
}

/**
 * Converts a violation of the seat constraint by a statement or a commit into `seat-limit`. Rethrows all other errors.
 */
export const refuseFullTeam = (thrown: unknown): never => {
  if (violatedConstraint(thrown) !== 'members_seats') throw thrown;
  throw refuse(
    'seat-limit',
    'Every contracted seat of the workspace is taken. Deactivate a member or contract more seats, then try again.',
  );
};

/** The Owner can never be deprovisioned (contract 3.2). */
export const ownerProtected = (how: 'deactivated' | 'removed'): Error =>
  refuse(
    'owner-protected',
    t(
      'The Owner of the workspace cannot be {how, select, removed {removed} other {deactivated}}. Transfer the ' +
        'ownership to another member in the workspace settings first.',
      { how },
    ),
  );

/** Locks the membership. Fails with `not-found`, and with `conflict` if another source manages it. */
export async function lockOwn(tx: Tx, teamId: string, accountId: string, source: Source): Promise<Member> {
  const member = (await store.lockMember(tx, teamId, accountId)) ?? noSuchMember();
  if (member.connection_id === source) return member;
  throw refuse(
    'conflict',
    member.connection_id === null
      ? 'The membership is managed in the service, not by this connection.'
      : 'The membership is managed by a connection. Change it in the identity provider, or delete the connection ' +
          'first.',
  );
}

const recordStatus = (tx: Tx, teamId: string, member: Member, status: Member['status'], by: By): Promise<void> =>
  recordChange(
    tx,
    teamId,
    status === 'active' ? 'team.member.reactivated' : 'team.member.deactivated',
    subjectOf(member),
    by,
    { before: { status: member.status }, after: { status } },
  );

/** The member as the subject of an audit entry. */
export const subjectOf = (member: Pick<Member, 'account_id' | 'name'>) => ({
  kind: 'user',
  id: member.account_id,
  name: member.name,
});
