// `cairn groups`: a workspace's groups. A synced group can be converted to one that the service manages.
import { Command } from 'commander';
import { type CommonOptions, idFrom, JSON_OPTION, teamId } from '../options.ts';
import type { Run } from '../run.ts';

const work = () => import('../groups.ts');

export function groupsCommand(run: Run): Command {
  const groups = new Command('groups').description('groups of a workspace: list, disconnect');
  groups
    .command('list')
    .description('list the groups by name')
    .requiredOption('--team <id>', 'the workspace', teamId)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn groups list --team 0199…')
    .action((options: CommonOptions & { team: string }) =>
      run.onDatabase(options, async (context) => (await work()).everyGroup(context, options.team)),
    );
  groups
    .command('disconnect')
    .description('make a synced group a local one; its members stay')
    .argument('<group_id>', 'the group', idFrom('cairn groups list'))
    .requiredOption('--team <id>', 'the workspace', teamId)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn groups disconnect 0199… --team 0199…')
    .action((groupId: string, options: CommonOptions & { team: string }) =>
      run.onDatabase(options, async (context) => (await work()).disconnectOne(context, options.team, groupId)),
    );
  return groups;
}
