// `cairn members`: the members of a workspace and their roles.
import { refuse } from '../base/refusal.ts';
import { addOrInvite } from '../directory/joining/invitations.ts';
import type { Member } from '../directory/member.ts';
import { setRoles } from '../directory/members/member-roles.ts';
import { findMemberByEmail, removeMember } from '../directory/members/members.ts';
import { getTeam } from '../directory/teams/teams.ts';
import type { Tx } from '../storage/database.ts';
import type { CommandContext } from './command-context.ts';
import type { CommonOptions } from './options.ts';

export interface PersonOptions extends CommonOptions {
  readonly team: string;
  readonly email: string;
}
export interface AddMemberOptions extends PersonOptions {
  readonly name: string;
  readonly role: string[];
}
export interface RoleOptions extends PersonOptions {
  readonly set: string[];
}

/** Returns `{user_id}`, or `{invitation_id, expires_at}` if the account belongs to other workspaces. */
export const addMember = (
  { database, by, now }: CommandContext,
  { team, email, role: roles, name }: AddMemberOptions,
): Promise<object> =>
  database.inTransaction(async (tx) => {
    await getTeam(tx, team);
    const added = await addOrInvite(tx, team, { email, name, roles }, now, by);
    return 'invitation' in added
      ? { invitation_id: added.invitation.id, expires_at: added.invitation.expires_at }
      : { user_id: added.account_id };
  });

export const removeOne = ({ database, by }: CommandContext, options: PersonOptions): Promise<object> =>
  database.inTransaction(async (tx) => {
    const { account_id } = await memberOf(tx, options);
    await removeMember(tx, options.team, account_id, null, by);
    return { user_id: account_id };
  });

export const setRole = ({ database, by }: CommandContext, options: RoleOptions): Promise<object> =>
  database.inTransaction(async (tx) => {
    const { account_id } = await memberOf(tx, options);
    await setRoles(tx, options.team, account_id, options.set, by);
    return { user_id: account_id, roles: options.set };
  });

/** Finds the member with that address. Fails with `not-found`, also for an unknown workspace. */
export async function memberOf(
  tx: Tx,
  { team, email }: { readonly team: string; readonly email: string },
): Promise<Member> {
  await getTeam(tx, team);
  const found = await findMemberByEmail(tx, team, email);
  if (found === undefined) throw refuse('not-found', `${email} is not a member of this workspace.`);
  return found;
}
