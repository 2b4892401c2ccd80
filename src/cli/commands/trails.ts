// `cairn trails`: the trails of a catalog as files in a folder, over HTTP. Exit codes: 0 for success, 1 for an error, 2
// for drift or a difference.
import { Command, Option } from 'commander';
import { JSON_OPTION, place, wholeNumber } from '../options.ts';
import type { Run } from '../run.ts';
import type { ApplyOptions } from '../trails/apply-plan.ts';
import type { CheckCommandOptions } from '../trails/check-run.ts';
import { CHECK_FORMATS } from '../trails/check-text.ts';
import type { PlanOptions } from '../trails/make-plan.ts';
import type { RequestOptions } from '../trails/pr/open-request.ts';
import { HOST_KINDS } from '../trails/pr/request-host.ts';
import type { PullOptions } from '../trails/pull.ts';
import type { TrailsOptions } from '../trails/trails-context.ts';
import type { LogOptions, PlanCommandOptions, TestOptions } from '../trails/trails-runs.ts';

const work = () => import('../trails/trails-runs.ts');

type Options<Extra = object> = TrailsOptions & Extra;

export function trailsCommand(run: Run): Command {
  const trails = new Command('trails').description(
    'trails as files: pull, check, plan, apply, diff, test, mv, log, restore, export, import, pr',
  );
  for (const command of [pullCommand(run), planCommand(run), applyCommand(run), diffCommand(run), testCommand(run)])
    trails.addCommand(command);
  for (const command of [checkCommand(run), moveCommand(run), logCommand(run), restoreCommand(run)])
    trails.addCommand(command);
  for (const command of [exportCommand(run), importCommand(run), requestCommand(run)]) trails.addCommand(command);
  return trails;
}

/** A command with the options that all these commands share. */
const command = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option('--dir <folder>', 'the folder of the trails', place, '.')
    .option('--lock <file>', 'the lock file in it; one per catalog', place, 'cairn.lock.json')
    .option('--url <address>', 'the address of Cairn; default: CAIRN_URL, or where you are signed in')
    .option('--key <key>', 'an API key; default: CAIRN_API_KEY, or the session of "cairn login"')
    .addOption(JSON_OPTION());

const pullCommand = (run: Run): Command =>
  command('pull', 'pull the catalog into the folder')
    .option('--force', 'overwrite local changes')
    .option('--prune', 'remove folders whose trail is archived or deleted on the server')
    .addHelpText('after', '\nExample:\n  cairn trails pull --dir trails')
    .action((options: Options<PullOptions>) =>
      run.trails(options, async (host, report) => (await work()).pullTrails(host, options, report)),
    );

const planOptions = (given: Command): Command =>
  given
    .option('--publish', 'publish trails whose published version differs from the folder')
    .option('--prune', 'archive trails whose folder is gone, and delete sets that sets.yaml no longer has')
    .option('--overwrite', 'overwrite changes that others made on the server')
    .option('--skip-audience', 'leave groups, editors and sets as they are on the server');

const planCommand = (run: Run): Command =>
  planOptions(command('plan', 'show what apply would do; exit code 2 if a trail drifted on the server'))
    .option('--out <file>', 'write the plan, for "cairn trails apply <file>"', place)
    .addHelpText('after', '\nExample:\n  cairn trails plan --dir trails --publish --out plan.json')
    .action((options: Options<PlanCommandOptions>) =>
      run.trails(options, async (host, report) => (await work()).planTrails(host, options, report)),
    );

const applyCommand = (run: Run): Command =>
  planOptions(command('apply', 'apply a plan, or plan and apply at once'))
    .argument('[plan]', 'the file written by "cairn trails plan --out"', place)
    .option('--skip-examples', 'publish even if examples fail')
    .addHelpText('after', '\nExample:\n  cairn trails apply plan.json --dir trails')
    .action((file: string | undefined, options: Options<PlanOptions & ApplyOptions>) =>
      run.trails(options, async (host, report) => (await work()).applyTrails(host, options, report, file)),
    );

const diffCommand = (run: Run): Command =>
  command('diff', 'show how the folder differs from the server; exit code 2 if it does')
    .argument('[folders...]', 'only these')
    .addHelpText('after', '\nExample:\n  cairn trails diff answer-a-refund --dir trails')
    .action((folders: string[], options: Options) =>
      run.trails(options, async (host, report) => (await work()).diffTrails(host, options, report, folders)),
    );

const testCommand = (run: Run): Command =>
  command('test', 'run the examples of the folder against the catalog without saving; exit code 1 if one fails')
    .argument('[folders...]', 'only these')
    .option('--junit <file>', 'also write the verdicts as JUnit XML', place)
    .addHelpText('after', '\nExample:\n  cairn trails test --dir trails --junit report.xml')
    .action((folders: string[], options: Options<TestOptions>) =>
      run.trails(options, async (host, report) => (await work()).tryTrails(host, options, report, folders)),
    );

const checkCommand = (run: Run): Command =>
  command('check', 'check the folder without a server, by the rules of the server; exit code 1 if there are errors')
    .argument('[folders...]', 'only these')
    .option('--drafts', 'report errors that only prevent a publication as warnings')
    .option('--strict', 'also exit with code 1 if there are warnings')
    .addOption(new Option('--format <format>', 'github: annotations of a pull request').choices(CHECK_FORMATS))
    .addHelpText('after', '\nExample:\n  cairn trails check --dir trails')
    .action((folders: string[], options: Options<CheckCommandOptions>) =>
      run.trails(options, async (host) => (await import('../trails/check-run.ts')).checkTrails(host, options, folders)),
    );

const logCommand = (run: Run): Command =>
  command('log', 'list the kept revisions of a trail on the server')
    .argument('<trail>', 'its folder or id')
    .option('--revision <number>', 'show what this revision changed', wholeNumber)
    .addHelpText('after', '\nExample:\n  cairn trails log answer-a-refund --dir trails')
    .action((trail: string, options: Options<LogOptions>) =>
      run.trails(options, async (host, report) => (await work()).logTrail(host, options, report, trail)),
    );

const restoreCommand = (run: Run): Command =>
  command('restore', 'make a kept revision the draft again; to undo a save, restore the revision before it')
    .argument('<trail>', 'its folder or id')
    .argument('<revision>', 'the number in "cairn trails log"', wholeNumber)
    .addHelpText('after', '\nExample:\n  cairn trails restore answer-a-refund 7 --dir trails')
    .action((trail: string, revision: number, options: Options) =>
      run.trails(options, async (host, report) => (await work()).restoreTrail(host, options, report, trail, revision)),
    );

const moveCommand = (run: Run): Command =>
  command('mv', 'rename the folder of a trail and its entry in the lock file, without a server')
    .argument('<from>', 'the folder')
    .argument('<to>', 'its new name')
    .addHelpText('after', '\nExample:\n  cairn trails mv answer-a-refund refunds --dir trails')
    .action((from: string, to: string, options: Options) =>
      run.trails(options, async () => (await work()).moveTrail(options, from, to)),
    );

const exportCommand = (run: Run): Command =>
  command('export', 'export the whole catalog as an archive that another Cairn can import')
    .argument('<file>', 'the archive, e.g. catalog.zip', place)
    .addHelpText('after', '\nExample:\n  cairn trails export catalog.zip')
    .action((file: string, options: Options) =>
      run.trails(options, async (host, report) => (await work()).exportTrails(host, options, report, file)),
    );

const importCommand = (run: Run): Command =>
  command('import', 'unpack a catalog or Agent Skills into the folder, to plan and apply them')
    .argument('<file>', 'an archive of "cairn trails export", or a folder or zip of SKILL.md files', place)
    .addHelpText('after', '\nExample:\n  cairn trails import catalog.zip --dir trails')
    .action((file: string, options: Options) =>
      run.trails(options, async () => (await work()).importTrails(options, file)),
    );

const requestCommand = (run: Run): Command =>
  command('pr', 'open or update a pull or merge request with the changes that were made in the console')
    .option('--remote <name>', 'the remote of the repository', place, 'origin')
    .option('--base <branch>', 'the branch to change; default: the default branch of the remote')
    .option('--branch <branch>', 'the branch of the request', place, 'cairn/console')
    .option('--title <text>', 'the title of a new request', place, 'Trails changed in the console')
    .addOption(new Option('--host <kind>', 'default: by the address of the remote').choices(HOST_KINDS))
    .option(
      '--api <address>',
      'the API, e.g. https://github.acme.example/api/v3; default: by the address of the remote',
    )
    .option('--repo <name>', 'the repository, e.g. acme/trails; default: by the address of the remote')
    .option('--dry-run', 'show the changes, and push and open nothing')
    .addHelpText(
      'after',
      '\nThe token comes from GITHUB_TOKEN (or GH_TOKEN) or GITLAB_TOKEN.\n\nExample:\n  cairn trails pr --dir trails',
    )
    .action((options: Options<RequestOptions>) =>
      run.trails(options, async (host, report) =>
        (await import('../trails/pr/pr-run.ts')).requestTrails(host, options, report),
      ),
    );
