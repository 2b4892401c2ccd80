// The work of each `cairn trails` command. Returns a value for scripts, a text for people, and an exit code.
import { access, constants, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { refuse } from '../../base/refusal.ts';
import type { Host } from '../host.ts';
import { EXIT } from '../outcome.ts';
import { writeTo } from '../put-in-place.ts';
import { type ApplyOptions, applyPlan } from './apply-plan.ts';
import { packCatalog, unpackCatalog } from './catalog-archive.ts';
import { catalogDifference } from './catalog-difference.ts';
import { counted } from './counted.ts';
import { logText, restoreRevision, revisionChange, trailLog } from './history.ts';
import { importSkills, importText, skillFiles } from './import-skills.ts';
import { trailFolders } from './local-trail.ts';
import type { PlanOptions } from './make-plan.ts';
import { moveFolder } from './move-folder.ts';
import { planText, readPlan, unreadLines, writePlan } from './plan-file.ts';
import { planFolder } from './plan-folder.ts';
import { type PullOptions, type PullResult, pull } from './pull.ts';
import type { Reporter } from './reporter.ts';
import type { TrailsResult } from './run-trails.ts';
import { junitXml, testTrails, verdictTable } from './test-trails.ts';
import { openTrails, type TrailsContext, type TrailsOptions } from './trails-context.ts';

/** Exit code for drift or a difference. */
const DIFFERS = 2;
const FAILED = EXIT.refused;

type Work<Options> = (host: Host, options: TrailsOptions & Options, report: Reporter) => Promise<TrailsResult>;

/** Pulls the catalog into the folder. */
export const pullTrails: Work<PullOptions> = async (host, options, report) => {
  const result = await pull(await openTrails(options, report, host.env), options);
  const { written, removed, unchanged, left } = result;
  const text = `${written.length} written, ${unchanged} unchanged, ${removed.length} removed.`;
  return { value: result, text: [...leftLines(left), text].join('\n'), code: left.length > 0 ? DIFFERS : 0 };
};

const leftLines = (left: PullResult['left']): string[] =>
  left.map(({ folder, sentence }) => `! ${folder}: ${sentence}`);

export interface PlanCommandOptions extends PlanOptions {
  readonly out?: string;
}

/** Shows what apply would do. */
export const planTrails: Work<PlanCommandOptions> = async (host, options, report) => {
  const plan = await planFolder(await openTrails(options, report, host.env), options);
  if (options.out !== undefined) await writePlan(resolve(options.out), plan);
  return { value: plan, text: planText(plan), code: plan.drift.length > 0 ? DIFFERS : 0 };
};

/** Applies the plan in `file`, or plans and applies immediately. */
export async function applyTrails(
  host: Host,
  options: TrailsOptions & PlanOptions & ApplyOptions,
  report: Reporter,
  file: string | undefined,
): Promise<TrailsResult> {
  const context = await openTrails(options, report, host.env);
  const plan = file === undefined ? await planFolder(context, options) : await readPlan(resolve(file));
  const result = await applyPlan(context, plan, options);
  const failed = result.failed.map(({ folder, sentence }) => `! ${folder}: ${sentence}`);
  const drift = file === undefined ? plan.drift : [];
  const drifted = drift.map(({ folder, sentence }) => `! ${folder}: ${sentence}`);
  const twins = result.twins.map(
    (title) => `! Another author also created a trail “${title}”. Archive one of the two.`,
  );
  const unread = unreadLines(file === undefined ? plan.unread : []);
  const text = `${counted(result.done, 'step')} done, ${result.failed.length} failed.`;
  const code = failed.length > 0 ? FAILED : drifted.length + twins.length > 0 ? DIFFERS : 0;
  return { value: { ...result, drift }, text: [...failed, ...drifted, ...twins, ...unread, text].join('\n'), code };
}

/** Renames the folder of a trail. */
export async function moveTrail(options: TrailsOptions, from: string, to: string): Promise<TrailsResult> {
  await moveFolder(resolve(options.dir), options.lock, from, to);
  return { value: { from, to }, text: `${from} is now ${to}. Commit both folders and the lock file.`, code: 0 };
}

/** Shows how the folder differs from the server. */
export async function diffTrails(
  host: Host,
  options: TrailsOptions,
  report: Reporter,
  folders: readonly string[],
): Promise<TrailsResult> {
  const value = await catalogDifference(await openTrails(options, report, host.env), folders);
  const text = value.map(({ folder, difference }) => `--- server\n+++ ${folder}\n${difference}`).join('\n');
  return { value, text: text || 'No differences.', code: value.length > 0 ? DIFFERS : 0 };
}

export interface LogOptions {
  readonly revision?: number;
}

/** Lists the kept revisions of a trail, or shows what one of them changed. */
export async function logTrail(
  host: Host,
  options: TrailsOptions & LogOptions,
  report: Reporter,
  trail: string,
): Promise<TrailsResult> {
  const context = await openTrails(options, report, host.env);
  if (options.revision === undefined) {
    const value = await trailLog(context, trail);
    return { value, text: logText(value), code: 0 };
  }
  const difference = await revisionChange(context, trail, options.revision);
  return { value: { revision: options.revision, difference }, text: difference || 'No differences.', code: 0 };
}

/** Restores a kept revision into the draft on the server. */
export async function restoreTrail(
  host: Host,
  options: TrailsOptions,
  report: Reporter,
  trail: string,
  from: number,
): Promise<TrailsResult> {
  const revision = await restoreRevision(await openTrails(options, report, host.env), trail, from);
  const text =
    `The draft is now revision ${revision}, with the document of revision ${from}. ` +
    'Run "cairn trails pull" to update the folder.';
  return { value: { revision }, text, code: 0 };
}

export interface TestOptions {
  readonly junit?: string;
}

/** Runs the folder's examples against the catalog without saving. */
export async function tryTrails(
  host: Host,
  options: TrailsOptions & TestOptions,
  report: Reporter,
  folders: readonly string[],
): Promise<TrailsResult> {
  const verdicts = await testTrails(await openTrails(options, report, host.env), folders);
  if (options.junit !== undefined) await writeTo(resolve(options.junit), junitXml(verdicts));
  const code = verdicts.every(({ pass }) => pass) ? 0 : FAILED;
  return { value: verdicts, text: verdictTable(verdicts), code };
}

/**
 * Exports the whole catalog as an archive that another Cairn can import. Images that this Cairn does not have keep
 * their URLs. If an image cannot be read, fails with `not-ready` and writes nothing.
 */
export async function exportTrails(
  host: Host,
  options: TrailsOptions,
  report: Reporter,
  file: string,
): Promise<TrailsResult> {
  await requireFolderOf(resolve(file));
  const dir = await mkdtemp(join(tmpdir(), 'cairn-export-'));
  try {
    const context = await openTrails({ ...options, dir, lock: 'cairn.lock.json' }, report, host.env);
    const { left, written } = await pull(context, {});
    const lacking = left.find(({ folder }) => !written.includes(folder));
    if (lacking !== undefined)
      throw refuse('not-ready', `No archive was written. ${lacking.folder}: ${lacking.sentence}`);
    const folders = await inCatalogOrder(context);
    await writeTo(resolve(file), await packCatalog(dir, folders));
    const text = [...leftLines(left), `${counted(folders.length, 'trail')} in ${file}.`].join('\n');
    return { value: { file, trails: folders.length, left }, text, code: left.length > 0 ? DIFFERS : 0 };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Unpacks a catalog, or Agent Skills, into the folder. */
export async function importTrails(options: TrailsOptions, file: string): Promise<TrailsResult> {
  const files = await skillFiles(resolve(file));
  if (files !== undefined) {
    const skills = await importSkills(files, resolve(options.dir));
    const code = skills.every(({ folder }) => folder !== null) ? 0 : FAILED;
    return { value: { dir: options.dir, skills }, text: importText(skills, options.dir), code };
  }
  const trails = await unpackCatalog(await readFile(resolve(file)), resolve(options.dir));
  const next = `"cairn trails plan --dir ${options.dir}" shows what would be created.`;
  return {
    value: { dir: options.dir, trails },
    text: `${counted(trails, 'trail')} in ${options.dir}. ${next}`,
    code: 0,
  };
}

/** Fails early, before spending minutes on reading the catalog. Throws file system errors. */
async function requireFolderOf(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK);
}

/** The folders in the order in which employees see the trails. */
async function inCatalogOrder({ cairn, root, lock }: TrailsContext): Promise<string[]> {
  const place = new Map((await cairn.trails.list().all()).map(({ id, sort_order }) => [id, sort_order]));
  const rank = (folder: string): number => place.get(lock.lock.trails.get(folder)?.id ?? '') ?? Number.MAX_SAFE_INTEGER;
  return (await trailFolders(root)).sort((one, other) => rank(one) - rank(other));
}
