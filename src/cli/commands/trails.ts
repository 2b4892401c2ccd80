// `cairn trails`: the trails of a catalog as files in a folder, over HTTP. Exit codes: 0, 1 refused or failed, 2 drift
// or a difference.
import { Command } from 'commander';
import { JSON_OPTION, place } from '../options.ts';
import type { Run } from '../run.ts';
import type { ApplyOptions } from '../trails/apply-plan.ts';
import type { PlanOptions } from '../trails/make-plan.ts';
import type { PullOptions } from '../trails/pull.ts';
import type { TrailsOptions } from '../trails/trails-context.ts';
import type { PlanCommandOptions, TestOptions } from '../trails/trails-runs.ts';

const work = () => import('../trails/trails-runs.ts');

type Options<Extra = object> = TrailsOptions & Extra;

export function trailsCommand(run: Run): Command {
  const trails = new Command('trails').description('trails as files: pull, plan, apply, diff, test, export, import');
  for (const command of [pullCommand(run), planCommand(run), applyCommand(run), diffCommand(run), testCommand(run)])
    trails.addCommand(command);
  for (const command of [exportCommand(run), importCommand(run)]) trails.addCommand(command);
  return trails;
}

/** A command with the options that all share. */
const command = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option('--dir <folder>', 'the folder of the trails', place, '.')
    .option('--lock <file>', 'the lock file in it; one a catalog', place, 'cairn.lock.json')
    .option('--url <address>', 'where Cairn is; else CAIRN_URL, else where you are signed in')
    .option('--key <key>', 'an API key; else CAIRN_API_KEY, else the session of "cairn login"')
    .addOption(JSON_OPTION());

const pullCommand = (run: Run): Command =>
  command('pull', 'bring the catalog into the folder')
    .option('--force', 'write over what was changed here')
    .option('--prune', 'remove folders whose trail is archived or deleted on the server')
    .addHelpText('after', '\nExample:\n  cairn trails pull --dir trails')
    .action((options: Options<PullOptions>) =>
      run.trails(options, async (host, report) => (await work()).pullTrails(host, options, report)),
    );

const planOptions = (given: Command): Command =>
  given
    .option('--publish', 'publish what employees do not see as it is in the folder')
    .option('--prune', 'archive trails whose folder is gone')
    .option('--overwrite', 'save over what somebody changed on the server');

const planCommand = (run: Run): Command =>
  planOptions(command('plan', 'say what apply would do; exit code 2 where something drifted on the server'))
    .option('--out <file>', 'write the plan, for "cairn trails apply <file>"', place)
    .addHelpText('after', '\nExample:\n  cairn trails plan --dir trails --publish --out plan.json')
    .action((options: Options<PlanCommandOptions>) =>
      run.trails(options, async (host, report) => (await work()).planTrails(host, options, report)),
    );

const applyCommand = (run: Run): Command =>
  planOptions(command('apply', 'do what a plan says, or plan and do it at once'))
    .argument('[plan]', 'the file that "cairn trails plan --out" wrote', place)
    .option('--skip-examples', 'publish although examples fail')
    .addHelpText('after', '\nExample:\n  cairn trails apply plan.json --dir trails')
    .action((file: string | undefined, options: Options<PlanOptions & ApplyOptions>) =>
      run.trails(options, async (host, report) => (await work()).applyTrails(host, options, report, file)),
    );

const diffCommand = (run: Run): Command =>
  command('diff', 'show how the folder differs from the server; exit code 2 where it does')
    .argument('[folders...]', 'these alone')
    .addHelpText('after', '\nExample:\n  cairn trails diff answer-a-refund --dir trails')
    .action((folders: string[], options: Options) =>
      run.trails(options, async (host, report) => (await work()).diffTrails(host, options, report, folders)),
    );

const testCommand = (run: Run): Command =>
  command('test', 'run the examples of the folder against the catalog, saving nothing; exit code 1 where one fails')
    .argument('[folders...]', 'these alone')
    .option('--junit <file>', 'write the verdicts as JUnit XML too', place)
    .addHelpText('after', '\nExample:\n  cairn trails test --dir trails --junit report.xml')
    .action((folders: string[], options: Options<TestOptions>) =>
      run.trails(options, async (host, report) => (await work()).tryTrails(host, options, report, folders)),
    );

const exportCommand = (run: Run): Command =>
  command('export', 'write the whole catalog as one archive, which another Cairn takes')
    .argument('<file>', 'the archive, e.g. catalog.zip', place)
    .addHelpText('after', '\nExample:\n  cairn trails export catalog.zip')
    .action((file: string, options: Options) =>
      run.trails(options, async (host, report) => (await work()).exportTrails(host, options, report, file)),
    );

const importCommand = (run: Run): Command =>
  command('import', 'unpack a catalog, or Agent Skills, into the folder; then plan and apply it')
    .argument('<file>', 'what "cairn trails export" wrote, or a folder or zip of SKILL.md files', place)
    .addHelpText('after', '\nExample:\n  cairn trails import catalog.zip --dir trails')
    .action((file: string, options: Options) =>
      run.trails(options, async () => (await work()).importTrails(options, file)),
    );
