// `cairn groups`: groups of a workspace; a synced one can be handed back to the service.
import { Command } from 'commander';
import { listGroups } from '../directory/group-list.ts';
import { getTeam } from '../directory/teams.ts';
import { disconnectGroup } from '../provisioning/disconnect-groups.ts';
import { type CommonOptions, runOnDatabase } from './command-context.ts';
import { everyPage } from './every-page.ts';
import { idFrom, JSON_OPTION, teamId } from './options.ts';

export function groupsCommand(): Command {
  const groups = new Command('groups').description('groups of a workspace: list, disconnect');
  groups
    .command('list')
    .description('list the groups by name')
    .requiredOption('--team <id>', 'the workspace', teamId)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn groups list --team 0199…')
    .action((options: CommonOptions & { team: string }) =>
      runOnDatabase(options, async ({ database }) => {
        await getTeam(database, options.team);
        return everyPage(
          (after: string | null, count) => listGroups(database, options.team, {}, after, count),
          ({ name_key }) => name_key,
        );
      }),
    );
  groups
    .command('disconnect')
    .description('manage a synced group in the service from now on; its members stay')
    .argument('<group_id>', 'the group', idFrom('cairn groups list'))
    .requiredOption('--team <id>', 'the workspace', teamId)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn groups disconnect 0199… --team 0199…')
    .action((groupId: string, options: CommonOptions & { team: string }) =>
      runOnDatabase(options, ({ database, by }) =>
        database.inTransaction(async (tx) => {
          await disconnectGroup(tx, options.team, groupId, by);
          return { group_id: groupId, connection_id: null };
        }),
      ),
    );
  return groups;
}
