// `cairn trails`: the trails of a catalog as files in a folder, over HTTP. Each command prints its result on standard
// output and everything else on standard error. Exit codes: 0, 1 refused or failed, 2 drift or a difference.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { JSON_OPTION } from '../options.ts';
import { type ApplyOptions, applyPlan } from './apply-plan.ts';
import { packCatalog, unpackCatalog } from './catalog-archive.ts';
import { catalogDifference } from './catalog-difference.ts';
import { folderTrails } from './folder-trails.ts';
import { importSkills, importText, skillFiles } from './import-skills.ts';
import { trailFolders } from './local-trail.ts';
import { makePlan, type PlanOptions } from './make-plan.ts';
import { type Plan, planText, readPlan, writePlan } from './plan-file.ts';
import { type PullOptions, pull } from './pull.ts';
import { runTrails } from './run-trails.ts';
import { junitXml, testTrails, verdictTable } from './test-trails.ts';
import { openTrails, type TrailsContext, type TrailsOptions } from './trails-context.ts';

const DIFFERS = 2;
const FAILED = 1;

type Given<Extra = object> = TrailsOptions & Extra;

export function trailsCommand(): Command {
  const trails = new Command('trails').description('trails as files: pull, plan, apply, diff, test, export, import');
  for (const command of [pullCommand(), planCommand(), applyCommand(), diffCommand(), testCommand()])
    trails.addCommand(command);
  for (const command of [exportCommand(), importCommand()]) trails.addCommand(command);
  return trails;
}

/** A command with the options that all share. */
const command = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option('--dir <folder>', 'the folder of the trails', '.')
    .option('--lock <file>', 'the lock file in it; one a catalog', 'cairn.lock.json')
    .option('--url <address>', 'where Cairn is; else CAIRN_URL, else where you are signed in')
    .option('--key <key>', 'an API key; else CAIRN_API_KEY, else the session of "cairn login"')
    .addOption(JSON_OPTION());

const pullCommand = (): Command =>
  command('pull', 'bring the catalog into the folder')
    .option('--force', 'write over what was changed here')
    .option('--prune', 'remove folders whose trail is archived or deleted on the server')
    .addHelpText('after', '\nExample:\n  cairn trails pull --dir trails')
    .action((options: Given<PullOptions>) =>
      runTrails(options, async (report) => {
        const result = await pull(await openTrails(options, report, process.env), options);
        const left = result.left.map(({ folder, sentence }) => `! ${folder}: ${sentence}`);
        const { written, removed, unchanged } = result;
        const text = `${written.length} written, ${unchanged} unchanged, ${removed.length} removed.`;
        return { value: result, text: [...left, text].join('\n'), code: left.length > 0 ? DIFFERS : 0 };
      }),
    );

const planOptions = (given: Command): Command =>
  given
    .option('--publish', 'publish what employees do not see as it is in the folder')
    .option('--prune', 'archive trails whose folder is gone')
    .option('--overwrite', 'save over what somebody changed on the server');

const planCommand = (): Command =>
  planOptions(command('plan', 'say what apply would do; exit code 2 where something drifted on the server'))
    .option('--out <file>', 'write the plan, for "cairn trails apply <file>"')
    .addHelpText('after', '\nExample:\n  cairn trails plan --dir trails --publish --out plan.json')
    .action((options: Given<PlanOptions & { out?: string }>) =>
      runTrails(options, async (report) => {
        const plan = await planOf(await openTrails(options, report, process.env), options);
        if (options.out !== undefined) await writePlan(resolve(options.out), plan);
        return { value: plan, text: planText(plan), code: plan.drift.length > 0 ? DIFFERS : 0 };
      }),
    );

const applyCommand = (): Command =>
  planOptions(command('apply', 'do what a plan says, or plan and do it at once'))
    .argument('[plan]', 'the file that "cairn trails plan --out" wrote')
    .option('--skip-examples', 'publish although examples fail')
    .addHelpText('after', '\nExample:\n  cairn trails apply plan.json --dir trails')
    .action((file: string | undefined, options: Given<PlanOptions & ApplyOptions>) =>
      runTrails(options, async (report) => {
        const context = await openTrails(options, report, process.env);
        const plan = file === undefined ? await planOf(context, options) : await readPlan(resolve(file));
        const result = await applyPlan(context, plan, options);
        const failed = result.failed.map(({ folder, sentence }) => `! ${folder}: ${sentence}`);
        const drift = file === undefined ? plan.drift : [];
        const drifted = drift.map(({ folder, sentence }) => `! ${folder}: ${sentence}`);
        const twins = result.twins.map((title) => `! Somebody created a trail “${title}” too. Archive one of the two.`);
        const text = `${result.done} steps done, ${result.failed.length} failed.`;
        const code = failed.length > 0 ? FAILED : drifted.length + twins.length > 0 ? DIFFERS : 0;
        return { value: { ...result, drift }, text: [...failed, ...drifted, ...twins, text].join('\n'), code };
      }),
    );

const diffCommand = (): Command =>
  command('diff', 'show how the folder differs from the server; exit code 2 where it does')
    .argument('[folders...]', 'these alone')
    .action((folders: string[], options: Given) =>
      runTrails(options, async (report) => {
        const value = await catalogDifference(await openTrails(options, report, process.env), folders);
        const text = value.map(({ folder, difference }) => `--- server\n+++ ${folder}\n${difference}`).join('\n');
        return { value, text: text || 'No difference.', code: value.length > 0 ? DIFFERS : 0 };
      }),
    );

const testCommand = (): Command =>
  command('test', 'run the examples of the folder against the catalog, saving nothing; exit code 1 where one fails')
    .argument('[folders...]', 'these alone')
    .addOption(new Option('--junit <file>', 'write the verdicts as JUnit XML too'))
    .action((folders: string[], options: Given<{ junit?: string }>) =>
      runTrails(options, async (report) => {
        const verdicts = await testTrails(await openTrails(options, report, process.env), folders);
        if (options.junit !== undefined) await writeFile(resolve(options.junit), junitXml(verdicts));
        const code = verdicts.every(({ pass }) => pass) ? 0 : FAILED;
        return { value: verdicts, text: verdictTable(verdicts), code };
      }),
    );

const exportCommand = (): Command =>
  command('export', 'write the whole catalog as one archive, which another Cairn takes')
    .argument('<file>', 'the archive, e.g. catalog.zip')
    .action((file: string, options: Given) =>
      runTrails(options, async (report) => {
        const dir = await mkdtemp(join(tmpdir(), 'cairn-export-'));
        try {
          const context = await openTrails({ ...options, dir, lock: 'cairn.lock.json' }, report, process.env);
          await pull(context, {});
          const folders = await inCatalogOrder(context);
          await writeFile(resolve(file), await packCatalog(dir, folders));
          return { value: { file, trails: folders.length }, text: `${folders.length} trails in ${file}.`, code: 0 };
        } finally {
          await rm(dir, { recursive: true, force: true });
        }
      }),
    );

const importCommand = (): Command =>
  command('import', 'unpack a catalog, or Agent Skills, into the folder; then plan and apply it')
    .argument('<file>', 'what "cairn trails export" wrote, or a folder or zip of SKILL.md files')
    .action((file: string, options: Given) =>
      runTrails(options, async () => {
        const files = await skillFiles(resolve(file));
        if (files !== undefined) {
          const skills = await importSkills(files, resolve(options.dir));
          const code = skills.every(({ folder }) => folder !== null) ? 0 : FAILED;
          return { value: { dir: options.dir, skills }, text: importText(skills, options.dir), code };
        }
        const trails = await unpackCatalog(await readFile(resolve(file)), resolve(options.dir));
        const next = `"cairn trails plan --dir ${options.dir}" says what would be created.`;
        const text = `${trails} trails in ${options.dir}. ${next}`;
        return { value: { dir: options.dir, trails }, text, code: 0 };
      }),
    );

async function planOf(context: TrailsContext, options: PlanOptions): Promise<Plan> {
  const { cairn, lock } = context;
  const local = await folderTrails(context);
  const remote = await cairn.trails.list().all();
  return makePlan({ local, lock: lock.lock, remote, read: (id) => cairn.trails.get(id) }, options, new Date());
}

/** The folders as employees see their trails. */
async function inCatalogOrder({ cairn, root, lock }: TrailsContext): Promise<string[]> {
  const place = new Map((await cairn.trails.list().all()).map(({ id, sort_order }) => [id, sort_order]));
  const rank = (folder: string): number => place.get(lock.lock.trails[folder]?.id ?? '') ?? Number.MAX_SAFE_INTEGER;
  return (await trailFolders(root)).sort((one, other) => rank(one) - rank(other));
}
