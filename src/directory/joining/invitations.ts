// Invitations (Decision 66). A person whose account belongs to others is invited instead of added. The team learns
// nothing about the account. Only the person can accept, in a session that depends on their own credentials or on a
// team that has verified the address's domain.

import { type By, recordChange } from '../../audit/audit-log.ts';
import { DAY_MS, instant } from '../../base/clock.ts';
import { newId } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { isAddressProven, isOfTeamsDomain } from '../accounts/account-home-store.ts';
import { checkedEmail, checkedName, TEXT_LIMITS } from '../checked.ts';
import { addIfOwn, alreadyMember, joinTeam, type NewMember } from '../members/members.ts';
import { checkedRole } from '../members/role-change.ts';
import { lockTeam } from '../teams/teams.ts';
import type { Invitation, OwnInvitation } from './invitation.ts';
import * as store from './invitation-store.ts';

/** How long an invitation stays open, in milliseconds. */
const OPEN_MS = 30 * DAY_MS;
/** Maximum number of open invitations per team. */
const MAX_OPEN = 1_000;

export type AddedOrInvited = { readonly account_id: string } | { readonly invitation: Invitation };

/**
 * Adds a person who is new to the service or counts as the team's own, and invites anyone else. Fails with `conflict`
 * if the person is already a member, with `seat-limit`, with `validation`, and with `unprocessable` if too many
 * invitations are open.
 */
export async function addOrInvite(
  tx: Tx,
  teamId: string,
  input: NewMember,
  now: number,
  by: By,
): Promise<AddedOrInvited> {
  const outcome = await letIn(tx, teamId, input, now, by);
  if (outcome === 'member') throw alreadyMember(input.email);
  return outcome;
}

/** Like `addOrInvite`, but returns `member` if the person is already a member. */
export async function letIn(
  tx: Tx,
  teamId: string,
  input: NewMember,
  now: number,
  by: By,
): Promise<AddedOrInvited | 'member'> {
  const added = await addIfOwn(tx, teamId, input, by);
  if (added !== 'foreign') return added;
  // Lock the team, so that concurrent invitations cannot exceed the limit.
  await lockTeam(tx, teamId);
  const created_at = instant(now);
  const email = checkedEmail('email', input.email);
  if ((await store.countInvitations(tx, teamId, created_at, email)) >= MAX_OPEN)
    throw refuse(
      'unprocessable',
      t('There are already {limit} open invitations. Withdraw some, then invite again.', { limit: MAX_OPEN }),
    );
  const invitation = {
    id: newId(),
    email,
    name: checkedName('name', input.name, TEXT_LIMITS.person),
    roles: input.roles.map((role) => checkedRole('roles', role)),
    invited_by: by.actor.name,
    created_at,
    expires_at: instant(now + OPEN_MS),
  };
  await store.putInvitation(tx, teamId, invitation);
  await recordChange(tx, teamId, 'team.member.invited', subjectOf(invitation), by, {
    after: { roles: invitation.roles, expires_at: invitation.expires_at },
  });
  return { invitation };
}

/** A page of the team's open invitations, newest first. */
export const listInvitations = (
  db: Db,
  teamId: string,
  now: number,
  after: string | null,
  count: number,
): Promise<Invitation[]> => store.selectInvitations(db, teamId, instant(now), after, count);

/** Withdraws an invitation. Fails with `not-found`. */
export async function withdrawInvitation(tx: Tx, teamId: string, id: string, by: By): Promise<void> {
  const invitation = (await store.deleteInvitation(tx, teamId, id)) ?? noSuchInvitation();
  await recordChange(tx, teamId, 'team.invitation.withdrawn', subjectOf(invitation), by);
}

/**
 * A signed-in person. `vouched_by` is the only team that vouches for the session; null if the session depends on the
 * person's own credentials.
 */
export interface InvitedPerson {
  readonly account_id: string;
  readonly email: string | null;
  readonly vouched_by: string | null;
}

/** The person's open invitations, newest first. */
export const listOwnInvitations = async (db: Db, person: InvitedPerson, now: number): Promise<OwnInvitation[]> =>
  person.email === null ? [] : store.selectForEmail(db, person.email, instant(now));

/**
 * Makes the person a member of the inviting team and returns the team. Fails with `not-found` if the invitation is not
 * open or not for their address. Fails with `forbidden` if the session depends on a team that has not verified the
 * address's domain, and with `seat-limit`.
 */
export async function acceptInvitation(
  tx: Tx,
  person: InvitedPerson,
  id: string,
  now: number,
  by: By,
): Promise<{ readonly team_id: string }> {
  await requireOwnWord(tx, person);
  const invitation = (await store.takeForEmail(tx, person.email ?? '', id, instant(now))) ?? noSuchInvitation();
  const { team_id, roles } = invitation;
  if (!(await joinTeam(tx, team_id, person.account_id, roles, by))) throw alreadyMember(invitation.email);
  return { team_id };
}

/** Declines an invitation. Fails for the same reasons as `acceptInvitation`. */
export async function declineInvitation(tx: Tx, person: InvitedPerson, id: string, now: number, by: By): Promise<void> {
  await requireOwnWord(tx, person);
  const invitation = (await store.takeForEmail(tx, person.email ?? '', id, instant(now))) ?? noSuchInvitation();
  await recordChange(tx, invitation.team_id, 'team.invitation.declined', subjectOf(invitation), by);
}

/**
 * Any admin can add an unused address to their workspace, or assign it to one of its people, and sign in to that
 * account. The invitation is meant for the person who actually owns the address.
 */
async function requireOwnWord(tx: Tx, { account_id, vouched_by }: InvitedPerson): Promise<void> {
  const isProven = vouched_by === null ? isAddressProven(tx, account_id) : isOfTeamsDomain(tx, vouched_by, account_id);
  if (await isProven) return;
  throw refuse(
    'forbidden',
    'Only this workspace knows who you are here. Sign in with your own password, or with a link from the people who ' +
      'run the service, and answer the invitation there.',
  );
}

const subjectOf = ({ id, email }: Invitation) => ({ kind: 'invitation', id, name: email });
function noSuchInvitation(): never {
  throw refuse('not-found', 'There is no such open invitation. It was answered or withdrawn, or it has expired.');
}
