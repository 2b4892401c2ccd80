// Plans the sets of trails: compares sets.yaml, the lock file and the server, set by set and member by member.
import { NO_AUDIENCE } from '../../trails/readers/stated-audience.ts';
import type { NamedSet } from '../../trails/sets/named-set-audience.ts';
import { audienceDigests, audienceLines, digestOf } from './audience-file.ts';
import { counted } from './counted.ts';
import type { LockedSet } from './lock-file.ts';
import { planAudience } from './plan-audience.ts';
import { SETS_FILE, type SetChange, type SetsChange, type StatedSet, setKey } from './sets-file.ts';

export interface SetSides {
  /** Undefined without sets.yaml. */
  readonly local: readonly StatedSet[] | undefined;
  readonly locked: readonly LockedSet[];
  readonly remote: readonly NamedSet[];
}

interface Planned {
  readonly steps: readonly (SetsChange & { readonly kind: 'sets'; readonly folder: string; readonly title: string })[];
  readonly drift: readonly { readonly folder: string; readonly title: string; readonly sentence: string }[];
  readonly notes: readonly string[];
}

/** The id of the trail in each folder; null if the plan creates it. */
type FolderIds = ReadonlyMap<string, string | null>;

export const TITLE = 'Sets of trails';
const PULL = 'Run "cairn trails pull", or plan with --overwrite.';

interface Options {
  readonly prune?: boolean;
  readonly overwrite?: boolean;
}

export function planSets({ local, locked, remote }: SetSides, ids: FolderIds, options: Options): Planned {
  if (local === undefined) return { steps: [], drift: [], notes: [] };
  const theirs = new Map(remote.map((set) => [setKey(set), set]));
  const before = new Map(locked.map((set) => [setKey(set), set]));
  const [changes, sentences, list]: [string[], string[], SetChange[]] = [[], [], []];
  for (const set of local) {
    const key = setKey(set);
    const outcome = planSet(set, before.get(key), theirs.get(key), ids, options.overwrite === true);
    if (outcome.drift !== undefined) sentences.push(`the set “${set.name}”: ${outcome.drift}`);
    changes.push(...outcome.lines);
    if (outcome.change !== undefined) list.push(outcome.change);
  }
  const gone = planGone({ local, locked, remote }, options.prune === true);
  const ordered = inOrder(list, { local, locked, remote }, options.overwrite === true);
  if (ordered.isMoved) changes.push(`~ order: ${ordered.list.map(({ name }) => name).join(', ')}`);
  if (ordered.drift !== undefined) sentences.push(ordered.drift);
  changes.push(...gone.deleted.map(({ name }) => `- set ${name}`));
  const deleted = new Set(gone.deleted.map(({ set_id }) => set_id));
  const step = {
    ...({ kind: 'sets', folder: SETS_FILE, title: TITLE } as const),
    sets: ordered.list.filter(({ set_id }) => set_id === undefined || !deleted.has(set_id)),
    deleted: gone.deleted,
    seen_set_ids: remote.map(({ set_id }) => set_id),
    is_order_drifted: ordered.drift !== undefined,
    changes,
  };
  return {
    steps: changes.length === 0 ? [] : [step],
    drift: sentences.map((sentence) => ({ folder: SETS_FILE, title: TITLE, sentence })),
    notes: gone.notes,
  };
}

interface SetOutcome {
  readonly change?: SetChange;
  readonly drift?: string;
  readonly lines: readonly string[];
}

function planSet(
  set: StatedSet,
  locked: LockedSet | undefined,
  theirs: NamedSet | undefined,
  ids: FolderIds,
  isOverwriting: boolean,
): SetOutcome {
  const missing = set.trails?.find((folder) => !ids.has(folder));
  if (missing !== undefined)
    return { ...keptSet(theirs), drift: `the trail in ${missing} drifted, so the set was left alone.` };
  if (theirs !== undefined) return planKnown(set, locked, theirs, ids, isOverwriting);
  if (locked !== undefined && !isOverwriting)
    return { lines: [], drift: `was deleted on the server. Remove it from ${SETS_FILE}, or plan with --overwrite.` };
  const { name, description, trails, audience } = set;
  const count = counted(trails?.length ?? 0, 'trail');
  return {
    change: { name, ...words(description, trails), ...audience },
    lines: [`+ set ${name} (${count})`, ...indented(audienceLines(audience, NO_AUDIENCE))],
  };
}

/** Keeps the place of the set. */
const keptSet = (theirs: NamedSet | undefined): SetOutcome =>
  theirs === undefined ? { lines: [] } : { lines: [], change: { set_id: theirs.set_id, name: theirs.name } };

function planKnown(
  set: StatedSet,
  locked: LockedSet | undefined,
  theirs: NamedSet,
  ids: FolderIds,
  isOverwriting: boolean,
): SetOutcome {
  const { name, audience } = set;
  const content = contentOf(set, theirs, ids);
  const { description, trails } = content.differing;
  const moved = movedMembers(content, locked, theirs);
  if (moved.length > 0 && !isOverwriting)
    return { ...keptSet(theirs), drift: `its ${moved.join(' and ')} changed on the server. ${PULL}` };
  const opened = planAudience(audience, locked ?? null, theirs, isOverwriting);
  if (opened.drift !== undefined) return { ...keptSet(theirs), drift: opened.drift };
  const { seen, changes = [], ...stated } = opened.change ?? {};
  const lines = [
    ...(name === theirs.name ? [] : [`~ name (${theirs.name})`]),
    ...(description === undefined ? [] : ['~ description']),
    ...(trails === undefined ? [] : trailLines(trails, content.known, ids)),
    ...changes,
  ];
  if (lines.length === 0) return keptSet(theirs);
  const { trails: chosen, ...others } = words(description, trails);
  return {
    change: {
      ...{ set_id: theirs.set_id, name },
      ...others,
      ...(chosen === undefined ? {} : { trails: [...chosen, ...content.hidden] }),
      ...stated,
      seen: { description: theirs.description, trail_ids: theirs.trail_ids, ...seen },
    },
    lines: [`~ set ${name}`, ...indented(lines)],
  };
}

/** The members that differ and have changed on the server since the last sync. */
const movedMembers = (
  { differing, known }: ReturnType<typeof contentOf>,
  locked: LockedSet | undefined,
  theirs: NamedSet,
): string[] => [
  ...(differing.description !== undefined && locked?.description !== digestOf(theirs.description)
    ? ['description']
    : []),
  ...(differing.trails !== undefined && locked?.trails !== digestOf(known.join()) ? ['trails'] : []),
];

/** The members that differ, and the trails of the set on the server, with a folder (`known`) and without. */
function contentOf({ description, trails }: StatedSet, theirs: NamedSet, ids: FolderIds) {
  const withFolder = new Set([...ids.values()]);
  const known = theirs.trail_ids.filter((id) => withFolder.has(id));
  const wanted = trails?.map((folder) => ids.get(folder) ?? `${folder}/`);
  return {
    differing: {
      description: description === theirs.description ? undefined : description,
      trails: wanted?.join() === known.join() ? undefined : trails,
    },
    known,
    hidden: theirs.trail_ids.filter((id) => !withFolder.has(id)).map((id) => ({ id })),
  };
}

const words = (description: string | undefined, trails: readonly string[] | undefined) => ({
  ...(description === undefined ? {} : { description }),
  ...(trails === undefined ? {} : { trails: trails.map((folder) => ({ folder })) }),
});

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function trailLines(trails: readonly string[], known: readonly string[], ids: FolderIds): string[] {
  const folderOf = new Map([...ids].map(([folder, id]) => [id, folder]));
  const added = trails.filter((folder) => !known.includes(ids.get(folder) ?? ''));
  const removed = known.map((id) => folderOf.get(id) ?? id).filter((folder) => !trails.includes(folder));
  const lines = [...added.map((folder) => `+ trail ${folder}`), ...removed.map((folder) => `- trail ${folder}`)];
  return lines.length === 0 ? [`~ order of trails: ${trails.join(', ')}`] : lines;
}

/** Sets that are only in the lock file and on the server. */
function planGone({ local = [], locked, remote }: SetSides, isPruning: boolean) {
  const kept = new Set(local.map(setKey));
  const synced = new Set(locked.map(setKey));
  const rest = remote.filter((set) => !kept.has(setKey(set)));
  const gone = rest.filter((set) => synced.has(setKey(set)));
  const others = rest.length - gone.length;
  return {
    deleted: isPruning ? gone.map(({ set_id, name }) => ({ set_id, name })) : [],
    notes: [
      ...(isPruning ? [] : gone.map(({ name }) => `${SETS_FILE} no longer has the set “${name}”. --prune deletes it.`)),
      ...(others === 0 ? [] : [`${counted(others, 'set')} only on the server; "cairn trails pull" gets them.`]),
    ],
  };
}

/** Puts the sets of the server that the file lacks after those that they follow there. */
function inOrder(list: readonly SetChange[], { locked, remote }: SetSides, isOverwriting: boolean) {
  const named = new Set(list.map(setKey));
  const theirs = remote.filter((set) => named.has(setKey(set))).map(setKey);
  const existing = new Set(theirs);
  const ours = list.map(setKey).filter((key) => existing.has(key));
  const synced = locked.map(setKey).filter((key) => existing.has(key));
  const isMoved = ours.join('\n') !== theirs.join('\n');
  const isTheirs = isMoved && synced.join('\n') !== theirs.join('\n') && !isOverwriting;
  const ordered = isTheirs ? [...list].sort((one, other) => placeOf(theirs, one) - placeOf(theirs, other)) : [...list];
  for (const [index, { set_id, name }] of remote.entries()) {
    if (named.has(setKey({ name }))) continue;
    const previous = remote[index - 1]?.set_id;
    const at = previous === undefined ? 0 : ordered.findIndex((set) => set.set_id === previous) + 1;
    ordered.splice(at, 0, { set_id, name });
  }
  return {
    list: ordered,
    isMoved: isMoved && !isTheirs,
    drift: isTheirs ? `the order of the sets was changed on the server. ${PULL}` : undefined,
  };
}

const placeOf = (keys: readonly string[], set: SetChange): number => {
  const place = keys.indexOf(setKey(set));
  return place === -1 ? keys.length : place;
};

/** The entry of a set in the lock file. `known` are the ids of the trails that have a folder. */
export function lockedSet(set: NamedSet, known: ReadonlySet<string>): LockedSet {
  const { name, description } = set;
  const trails = digestOf(set.trail_ids.filter((id) => known.has(id)).join());
  return { name, description: digestOf(description), trails, ...audienceDigests(set) };
}
