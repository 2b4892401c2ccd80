// Invitations (Decision 66): what adding a person becomes whose account belongs to others. Nothing of the account is
// shown to the team, and only the person accepts, in a session that nobody has vouched for but the person, or a team
// whose verified domain the address is of.

import { type By, recordChange } from '../../audit/audit-log.ts';
import { DAY_MS, instant } from '../../base/clock.ts';
import { newId } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { isAddressProven, isOfTeamsDomain } from '../accounts/account-home-store.ts';
import { checkedEmail, checkedName, TEXT_LIMITS } from '../checked.ts';
import { addIfOwn, alreadyMember, joinTeam, type NewMember } from '../members/members.ts';
import { checkedRole } from '../members/role-change.ts';
import { lockTeam } from '../teams/teams.ts';
import type { Invitation, OwnInvitation } from './invitation.ts';
import * as store from './invitation-store.ts';

/** How long an invitation is open. */
const OPEN_MS = 30 * DAY_MS;
/** Open invitations of one team at most. */
const MOST_OPEN = 1_000;

export type AddedOrInvited = { readonly account_id: string } | { readonly invitation: Invitation };

/**
 * Adds a person who is new to the service or counts as the team's, and invites anybody else. Refuses with `conflict`
 * who is a member already, with `seat-limit`, `validation`, and with `unprocessable` when too many invitations are
 * open.
 */
export async function addOrInvite(
  tx: Tx,
  teamId: string,
  wanted: NewMember,
  now: number,
  by: By,
): Promise<AddedOrInvited> {
  const outcome = await letIn(tx, teamId, wanted, now, by);
  if (outcome === 'member') throw alreadyMember(wanted.email);
  return outcome;
}

/** As `addOrInvite`, which refuses who is a member already. */
export async function letIn(
  tx: Tx,
  teamId: string,
  wanted: NewMember,
  now: number,
  by: By,
): Promise<AddedOrInvited | 'member'> {
  const added = await addIfOwn(tx, teamId, wanted, by);
  if (added !== 'foreign') return added;
  // One after the other, so that of two at once one is the last.
  await lockTeam(tx, teamId);
  const created_at = instant(now);
  const email = checkedEmail('email', wanted.email);
  if ((await store.countInvitations(tx, teamId, created_at, email)) >= MOST_OPEN)
    throw refuse('unprocessable', `${MOST_OPEN} invitations are open. Withdraw some, then invite again.`);
  const invitation = {
    id: newId(),
    email,
    name: checkedName('name', wanted.name, TEXT_LIMITS.person),
    roles: wanted.roles.map((role) => checkedRole('roles', role)),
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

/** Takes an invitation back. Refuses with `not-found`. */
export async function withdrawInvitation(tx: Tx, teamId: string, id: string, by: By): Promise<void> {
  const invitation = (await store.deleteInvitation(tx, teamId, id)) ?? noSuchInvitation();
  await recordChange(tx, teamId, 'team.invitation.withdrawn', subjectOf(invitation), by);
}

/** Somebody who is signed in. `vouched_by`: the team whose word alone the session rests on; null: the person's own. */
export interface InvitedPerson {
  readonly account_id: string;
  readonly email: string | null;
  readonly vouched_by: string | null;
}

/** The open invitations of a person, newest first. */
export const listOwnInvitations = async (db: Db, person: InvitedPerson, now: number): Promise<OwnInvitation[]> =>
  person.email === null ? [] : store.selectForEmail(db, person.email, instant(now));

/**
 * Makes the person a member of the team that invited them; answers the team. Refuses with `not-found` what is not open
 * for their address, with `forbidden` a session for which only a team vouches that has not proved the domain of the
 * address, and with `seat-limit`.
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

/** Declines an invitation. Refuses as `acceptInvitation`. */
export async function declineInvitation(tx: Tx, person: InvitedPerson, id: string, now: number, by: By): Promise<void> {
  await requireOwnWord(tx, person);
  const invitation = (await store.takeForEmail(tx, person.email ?? '', id, instant(now))) ?? noSuchInvitation();
  await recordChange(tx, invitation.team_id, 'team.invitation.declined', subjectOf(invitation), by);
}

/**
 * Anybody may add an address to their workspace that nobody has used here, or rename one of its people to it, and sign
 * in as its account; the invitation is for whom the address really is.
 */
async function requireOwnWord(tx: Tx, { account_id, vouched_by }: InvitedPerson): Promise<void> {
  const isProven = vouched_by === null ? isAddressProven(tx, account_id) : isOfTeamsDomain(tx, vouched_by, account_id);
  if (await isProven) return;
  throw refuse(
    'forbidden',
    'Only this workspace knows who you are here. Sign in with your own password, or with a link of the people who ' +
      'run the service, and answer the invitation there.',
  );
}

const subjectOf = ({ id, email }: Invitation) => ({ kind: 'invitation', id, name: email });
function noSuchInvitation(): never {
  throw refuse('not-found', 'There is no such open invitation. It was answered, withdrawn, or has run out.');
}
