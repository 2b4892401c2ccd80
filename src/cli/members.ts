// `cairn members`: who belongs to a workspace, and in which roles.
import { Command } from 'commander';
import { refuse } from '../base/refusal.ts';
import { checkedName, TEXT_LIMITS } from '../directory/checked.ts';
import { addOrInvite } from '../directory/invitations.ts';
import type { Member } from '../directory/member.ts';
import { setRoles } from '../directory/member-roles.ts';
import { findMemberByEmail, removeMember } from '../directory/members.ts';
import { getTeam } from '../directory/teams.ts';
import type { Tx } from '../storage/database.ts';
import { type CommandContext, type CommonOptions, runOnDatabase } from './command-context.ts';
import { JSON_OPTION, list, teamId } from './options.ts';

interface PersonGiven extends CommonOptions {
  readonly team: string;
  readonly email: string;
}
interface AddGiven extends PersonGiven {
  readonly name: string;
  readonly role: string[];
}
interface RoleGiven extends PersonGiven {
  readonly set: string[];
}

export function membersCommand(): Command {
  const members = new Command('members').description('people of a workspace: add, remove, role');
  members
    .command('add')
    .description('add a person, who takes a seat; an account of other workspaces is invited')
    .requiredOption('--team <id>', 'the workspace', teamId)
    .requiredOption('--email <email>', "the person's e-mail address")
    .requiredOption('--name <name>', "the person's name")
    .option('--role <roles>', 'admin, author, publisher, manager or member; several with commas', list, [])
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nExample:\n  cairn members add --team 0199… --email arthur@acme.example --name "Arthur" --role author --json',
    )
    .action((options: AddGiven) => runOnDatabase(options, (context) => add(context, options)));
  members
    .command('remove')
    .description('end a membership; the account and what the person wrote stay')
    .requiredOption('--team <id>', 'the workspace', teamId)
    .requiredOption('--email <email>', "the person's e-mail address")
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn members remove --team 0199… --email arthur@acme.example')
    .action((options: PersonGiven) => runOnDatabase(options, (context) => remove(context, options)));
  members
    .command('role')
    .description('set the roles that a person holds directly; roles through groups stay')
    .requiredOption('--team <id>', 'the workspace', teamId)
    .requiredOption('--email <email>', "the person's e-mail address")
    .requiredOption('--set <roles>', 'all direct roles, with commas; "" for none', list)
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nExample:\n  cairn members role --team 0199… --email arthur@acme.example --set author,publisher',
    )
    .action((options: RoleGiven) => runOnDatabase(options, (context) => setRole(context, options)));
  return members;
}

/** Answers `{user_id}`, or `{invitation_id, expires_at}` where the account belongs to others. */
const add = ({ database, by, now }: CommandContext, { team, email, role: roles, name }: AddGiven): Promise<object> =>
  database.inTransaction(async (tx) => {
    await getTeam(tx, team);
    const person = { email, name: checkedName('name', name, TEXT_LIMITS.person), roles };
    const added = await addOrInvite(tx, team, person, now, by);
    return 'invitation' in added
      ? { invitation_id: added.invitation.id, expires_at: added.invitation.expires_at }
      : { user_id: added.account_id };
  });

const remove = ({ database, by }: CommandContext, options: PersonGiven): Promise<object> =>
  database.inTransaction(async (tx) => {
    const { account_id } = await memberOf(tx, options);
    await removeMember(tx, options.team, account_id, null, by);
    return { user_id: account_id };
  });

const setRole = ({ database, by }: CommandContext, options: RoleGiven): Promise<object> =>
  database.inTransaction(async (tx) => {
    const { account_id } = await memberOf(tx, options);
    await setRoles(tx, options.team, account_id, options.set, by);
    return { user_id: account_id, roles: options.set };
  });

/** The member with that address. Refuses with `not-found`, also where there is no such workspace. */
export async function memberOf(
  tx: Tx,
  { team, email }: { readonly team: string; readonly email: string },
): Promise<Member> {
  await getTeam(tx, team);
  const found = await findMemberByEmail(tx, team, email);
  if (found === undefined) throw refuse('not-found', `Nobody with the address ${email} is a member of this workspace.`);
  return found;
}
