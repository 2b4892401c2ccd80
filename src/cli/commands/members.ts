// `cairn members`: the members of a workspace and their roles.
import { Command, Option } from 'commander';
import type { AddMemberOptions, PersonOptions, RoleOptions } from '../members.ts';
import { emailAddress, JSON_OPTION, list, teamId } from '../options.ts';
import type { Run } from '../run.ts';

const work = () => import('../members.ts');

export function membersCommand(run: Run): Command {
  const members = new Command('members').description('people of a workspace: add, remove, role');
  members
    .command('add')
    .description('add a person, who takes a seat; accounts of other workspaces receive an invitation')
    .requiredOption('--team <id>', 'the workspace', teamId)
    .requiredOption('--email <email>', "the person's e-mail address", emailAddress)
    .requiredOption('--name <name>', "the person's name")
    .addOption(
      new Option('--role <roles>', 'admin, author, publisher, manager or member; separate several with commas')
        .argParser(list)
        .default([], 'member'),
    )
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nExample:\n  cairn members add --team 0199… --email arthur@acme.example --name "Arthur" --role author --json',
    )
    .action((options: AddMemberOptions) =>
      run.onDatabase(options, async (context) => (await work()).addMember(context, options)),
    );
  members
    .command('remove')
    .description("end a membership; the account and the person's trails stay")
    .requiredOption('--team <id>', 'the workspace', teamId)
    .requiredOption('--email <email>', "the person's e-mail address")
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn members remove --team 0199… --email arthur@acme.example')
    .action((options: PersonOptions) =>
      run.onDatabase(options, async (context) => (await work()).removeOne(context, options)),
    );
  members
    .command('role')
    .description('set the direct roles of a person; roles from groups stay')
    .requiredOption('--team <id>', 'the workspace', teamId)
    .requiredOption('--email <email>', "the person's e-mail address")
    .requiredOption('--set <roles>', 'all direct roles, separated by commas; "" for none', list)
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nExample:\n  cairn members role --team 0199… --email arthur@acme.example --set author,publisher',
    )
    .action((options: RoleOptions) =>
      run.onDatabase(options, async (context) => (await work()).setRole(context, options)),
    );
  return members;
}
