// `cairn teams`: workspaces, their plans, seats, domains and switches.
import { Argument, Command, Option } from 'commander';
import { addDomain, listDomains, removeDomain } from '../directory/domains.ts';
import { PLANS } from '../directory/plans.ts';
import { changeTeam, getTeam, listTeams, type TeamChanges } from '../directory/teams.ts';
import { createWorkspace } from '../workspaces/workspace.ts';
import { type CommandContext, type CommonOptions, runOnDatabase } from './command-context.ts';
import { everyPage } from './every-page.ts';
import { JSON_OPTION, nameOf, onOff, teamId, wholeNumber, wholeNumberOrNone } from './options.ts';

interface CreateGiven extends CommonOptions {
  readonly name: string;
  readonly owner: string;
  readonly ownerName?: string;
  readonly plan: string;
  readonly seats?: number;
}

const theTeam = (): Argument => new Argument('<team_id>', 'the workspace').argParser(teamId);

export function teamsCommand(): Command {
  const teams = new Command('teams').description('workspaces: create, list, plan, seats, domains, feature switches');
  teams
    .command('create')
    .description('make a workspace with an Owner')
    .requiredOption('--name <name>', 'the name of the workspace')
    .requiredOption('--owner <email>', 'the e-mail address of its Owner')
    .option('--owner-name <name>', "the Owner's name, where the person is new")
    .addOption(new Option('--plan <plan>', 'the plan').choices([...PLANS]).default('enterprise'))
    .option('--seats <number>', 'contracted seats; default: no limit', wholeNumber)
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nExample:\n  cairn teams create --name Acme --owner olive@acme.example --plan business --seats 20 --json',
    )
    .action((options: CreateGiven) => runOnDatabase(options, (context) => create(context, options)));
  teams
    .command('list')
    .description('list workspaces by name')
    .option('--q <text>', 'only those with this in their name')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn teams list --q acme')
    .action((options: CommonOptions & { q?: string }) =>
      runOnDatabase(options, ({ database }) =>
        everyPage(
          (after: { name: string; id: string } | null, count) => listTeams(database, options.q ?? '', after, count),
          ({ name, team_id }) => ({ name, id: team_id }),
        ),
      ),
    );
  addChanges(teams);
  addDomains(teams);
  return teams;
}

const create = (
  { database, by }: CommandContext,
  { name, owner, ownerName, plan, seats }: CreateGiven,
): Promise<object> =>
  database.inTransaction((tx) =>
    createWorkspace(
      tx,
      { name, owner: { email: owner, name: ownerName ?? nameOf(owner) }, plan, seat_limit: seats ?? null },
      by,
    ),
  );

function addChanges(teams: Command): void {
  const change =
    (team: string, wanted: TeamChanges) =>
    ({ database, by }: CommandContext) =>
      database.inTransaction((tx) => changeTeam(tx, team, wanted, by));
  teams
    .command('plan')
    .description('change the plan')
    .addArgument(theTeam())
    .addArgument(new Argument('<plan>', 'the plan').choices([...PLANS]))
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn teams plan 0199… enterprise')
    .action((team: string, plan: string, options: CommonOptions) => runOnDatabase(options, change(team, { plan })));
  teams
    .command('seats')
    .description('change how many seats are contracted')
    .addArgument(theTeam())
    .argument('<seats>', 'a number, or none for no limit', wholeNumberOrNone)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn teams seats 0199… 100')
    .action((team: string, seat_limit: number | null, options: CommonOptions) =>
      runOnDatabase(options, change(team, { seat_limit })),
    );
  teams
    .command('features')
    .addArgument(theTeam())
    .description('switch features on or off')
    .requiredOption('--trails <on|off>', 'trails and their API', onOff)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn teams features 0199… --trails off')
    .action((team: string, options: CommonOptions & { trails: boolean }) =>
      runOnDatabase(options, change(team, { trails_enabled: options.trails })),
    );
}

function addDomains(teams: Command): void {
  teams
    .command('domains')
    .addArgument(theTeam())
    .description('list the verified domains, after adding or removing one')
    .option('--add <domain>', 'a domain that the workspace has shown to be its own')
    .option('--remove <domain>', 'a domain to take back')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn teams domains 0199… --add acme.example')
    .action((team: string, options: CommonOptions & { add?: string; remove?: string }) =>
      runOnDatabase(options, ({ database, by }) =>
        database.inTransaction(async (tx) => {
          await getTeam(tx, team);
          if (options.add !== undefined) await addDomain(tx, team, options.add, by);
          if (options.remove !== undefined) await removeDomain(tx, team, options.remove, by);
          return listDomains(tx, team);
        }),
      ),
    );
}
