// Plans the whole folder: reads it and the catalog, compares them, and asks the service whether it knows the groups and
// people that the plan names.
import { type Cairn, isCairnError } from '@cairn/client';
import { errorAt } from '../../base/field-finding.ts';
import { refuse } from '../../base/refusal.ts';
import type { WholeAudience } from '../../trails/readers/stated-audience.ts';
import { unlike } from '../remote.ts';
import { adopted, movedEntries } from './apply-plan.ts';
import type { PlacedTrail } from './folder-moves.ts';
import { folderTrails } from './folder-trails.ts';
import { TRAIL_FILE } from './local-trail.ts';
import { makePlan, type PlanOptions, type PlanSides } from './make-plan.ts';
import type { Step, TrailPlan } from './plan-file.ts';
import { type PlanRequest, planRequests, setsOf } from './plan-request.ts';
import { readSets, SETS_FILE } from './sets-file.ts';
import type { TrailsContext } from './trails-context.ts';
import { unreadFiles } from './unread-files.ts';

/**
 * Makes the plan. Fails with `validation` and issues such as `refunds/trail.yaml: groups[1]: …` if the folder contains
 * errors.
 */
export async function planFolder(context: TrailsContext, options: PlanOptions): Promise<TrailPlan> {
  const { root } = context;
  const sides = await sidesOf(context, options);
  const plan = await makePlan(sides, options, new Date());
  await requireKnownNames(context, sides, plan);
  return { ...plan, unread: await unreadFiles(root, sides.local) };
}

async function sidesOf(context: TrailsContext, { skipAudience }: PlanOptions): Promise<PlanSides> {
  const { cairn, lock, root } = context;
  const read = await folderTrails(context);
  const local: readonly PlacedTrail[] =
    skipAudience === true ? read.map((trail) => ({ ...trail, audience: {} })) : read;
  const stated = skipAudience === true ? undefined : await readSets(root, new Set(read.map(({ folder }) => folder)));
  const remote = await cairn.trails.list().all();
  const isStating = local.some(({ audience }) => (audience.groups ?? audience.editors) !== undefined);
  return {
    local,
    lock: lock.lock,
    remote,
    audiences: isStating ? await readAudiences(context) : new Map(),
    sets: {
      local: stated,
      locked: lock.lock.sets ?? [],
      remote: stated === undefined ? [] : (await cairn.sets()).items,
    },
    read: (id) => cairn.trails.get(id),
  };
}

/** The audiences of the catalog that are not empty, by trail. */
export async function readAudiences({ cairn, url }: Pick<TrailsContext, 'cairn' | 'url'>) {
  const audiences = new Map<string, WholeAudience>();
  let cursor: string | undefined;
  do {
    const page = await cairn.audiences(cursor);
    if (!Array.isArray(page.items as unknown)) throw unlike(url, 200);
    for (const { trail_id, groups, editors } of page.items) audiences.set(trail_id, { groups, editors });
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return audiences;
}

/** Asks the service about the groups and people in the plan. It reports what it would do, and stores nothing. */
async function requireKnownNames(
  { cairn }: TrailsContext,
  { lock, remote }: PlanSides,
  plan: TrailPlan,
): Promise<void> {
  const naming = new Set(plan.steps.flatMap(({ kind, folder }) => (kind === 'audience' ? folder : [])));
  const sets = plan.steps.some(({ kind }) => kind === 'sets');
  if (naming.size === 0 && !sets) return;
  const asked = plan.steps.filter(
    ({ kind, folder }) => kind === 'sets' || (SENT.has(kind) && (naming.has(folder) || (sets && kind === 'create'))),
  );
  const adopting = plan.steps.flatMap((step) => (step.kind === 'adopt' ? [[step.folder, adopted(step)] as const] : []));
  const trails = new Map([...movedEntries(lock, plan.steps), ...adopting]);
  for (const request of await planRequests({ cairn, remote, lock: { lock: { ...lock, trails } } }, asked))
    await askAbout(cairn, request, trails);
}

const SENT: ReadonlySet<Step['kind']> = new Set(['create', 'save', 'audience', 'visibility']);

async function askAbout(cairn: Cairn, { trails, sets }: PlanRequest, entries: PlanSides['lock']['trails']) {
  try {
    const body = { trails: trails.map(({ trail }) => trail), ...setsOf(sets, trails, entries) };
    await cairn.plan({ ...body, skip_examples: true });
  } catch (thrown) {
    if (!isCairnError(thrown, 'validation')) throw thrown;
    const issues = thrown.issues.map(({ field, message }) => {
      const [, list, index, rest = ''] = /^(trails|sets)\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
      const at = Number(index);
      const place =
        list === 'trails'
          ? `${trails[at]?.folder}/${TRAIL_FILE}: ${rest}`
          : list === 'sets'
            ? `${SETS_FILE}: “${sets?.sets[at]?.name}”: ${rest}`
            : field;
      return errorAt(place, message);
    });
    throw refuse('validation', 'The folder contains errors:', { issues });
  }
}
