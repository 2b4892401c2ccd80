// `cairn teams`: workspaces, their plans, seats and domains, and the trails switch.
import { Argument, Command, Option } from 'commander';
import { PLANS } from '../../directory/teams/plans.ts';
import type { TeamChanges } from '../../directory/teams/teams.ts';
import {
  type CommonOptions,
  emailAddress,
  JSON_OPTION,
  onOff,
  teamId,
  teamName,
  wholeNumber,
  wholeNumberOrNone,
} from '../options.ts';
import type { Run } from '../run.ts';
import type { CreateTeamOptions, DomainChanges } from '../teams.ts';

const work = () => import('../teams.ts');
const theTeam = (): Argument => new Argument('<team_id>', 'the workspace').argParser(teamId);

export function teamsCommand(run: Run): Command {
  const teams = new Command('teams').description('workspaces: create, list, plan, seats, domains, feature switches');
  teams
    .command('create')
    .description('create a workspace with an Owner')
    .requiredOption('--name <name>', 'the name of the workspace', teamName)
    .requiredOption('--owner <email>', 'the e-mail address of its Owner', emailAddress)
    .option('--owner-name <name>', "the Owner's name, if the person is new")
    .addOption(new Option('--plan <plan>', 'the plan').choices([...PLANS]).default('enterprise'))
    .option('--seats <number>', 'contracted seats; default: no limit', wholeNumber)
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nExample:\n  cairn teams create --name Acme --owner olive@acme.example --plan business --seats 20 --json',
    )
    .action((options: CreateTeamOptions) =>
      run.onDatabase(options, async (context) => (await work()).createTeam(context, options)),
    );
  teams
    .command('list')
    .description('list workspaces by name')
    .option('--q <text>', 'only those with this in their name')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn teams list --q acme')
    .action((options: CommonOptions & { q?: string }) =>
      run.onDatabase(options, async (context) => (await work()).everyTeam(context, options.q ?? '')),
    );
  addChanges(teams, run);
  addDomains(teams, run);
  return teams;
}

function addChanges(teams: Command, run: Run): void {
  const change = (team: string, changes: TeamChanges, options: CommonOptions): Promise<void> =>
    run.onDatabase(options, async (context) => (await work()).changeOne(context, team, changes));
  teams
    .command('plan')
    .description('change the plan')
    .addArgument(theTeam())
    .addArgument(new Argument('<plan>', 'the plan').choices([...PLANS]))
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn teams plan 0199… enterprise')
    .action((team: string, plan: string, options: CommonOptions) => change(team, { plan }, options));
  teams
    .command('seats')
    .description('change the number of contracted seats')
    .addArgument(theTeam())
    .argument('<seats>', 'a number, or none for no limit', wholeNumberOrNone)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn teams seats 0199… 100')
    .action((team: string, seat_limit: number | null, options: CommonOptions) => change(team, { seat_limit }, options));
  teams
    .command('features')
    .addArgument(theTeam())
    .description('switch features on or off')
    .requiredOption('--trails <on|off>', 'trails and their API', onOff)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn teams features 0199… --trails off')
    .action((team: string, options: CommonOptions & { trails: boolean }) =>
      change(team, { trails_enabled: options.trails }, options),
    );
}

function addDomains(teams: Command, run: Run): void {
  teams
    .command('domains')
    .addArgument(theTeam())
    .description('list the verified domains, after adding or removing one')
    .option('--add <domain>', 'a domain that the workspace has proved to own')
    .option('--remove <domain>', 'a domain to remove')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn teams domains 0199… --add acme.example')
    .action((team: string, options: CommonOptions & DomainChanges) =>
      run.onDatabase(options, async (context) => (await work()).domainsOf(context, team, options)),
    );
}
