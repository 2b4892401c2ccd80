// The catalogs held in memory for judging: built from what is published, and caught up with every change, of this
// process or another, before each use. Where the changes come from is catalog-feed.ts.

import { setTimeout as wait } from 'node:timers/promises';
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import type { LiveCatalog } from '@cairn/surfacing-judge/live-catalog';
import { LRUCache } from 'lru-cache';
import { boundedCache } from '../base/bounded-cache.ts';
import { steadyClock } from '../base/clock.ts';
import { inSlices } from '../base/slices.ts';
import type { CatalogPosition } from '../trails/catalog/catalogs.ts';
import type { CatalogMeanings } from './catalog-meaning.ts';

/** One step of a catalog: what employees now see of a trail, null where they no longer see it. */
export interface TrailChange {
  readonly id: string;
  readonly trail: JudgedTrail | null;
}

/** Where published trails come from. A position moves with every change of what employees see. */
export interface CatalogFeed {
  /** The present position of each catalog; one that does not exist is absent. */
  positions(catalogIds: readonly string[]): Promise<ReadonlyMap<string, CatalogPosition>>;
  /** What changed after a position, or `rebuild` where that is no longer known. */
  since(
    catalogId: string,
    position: CatalogPosition,
  ): Promise<{ readonly position: CatalogPosition; readonly changed: readonly TrailChange[] } | 'rebuild'>;
  /** All live trails, in batches; a trail is parsed when it is asked for. */
  all(catalogId: string): AsyncIterable<Iterable<JudgedTrail>>;
}

export interface CatalogIndexes {
  /** The live trails of these catalogs as they are now, less the hidden ones. The first catalog is the caller's own. */
  view(catalogIds: readonly string[], hidden?: ReadonlySet<string>): Promise<CatalogView>;
  /** What is kept in memory. */
  held(): { readonly catalogs: number; readonly trails: number; readonly bytes: number };
  /**
   * Catches up with a change now rather than with the next verdict; nobody waits, and a failure is left to that
   * verdict.
   */
  refresh(catalogId: string): void;
  /**
   * Reads catalogs with live trails before anybody asks about them, once a process, and ranks for one prompt: the
   * first verdict among many trails takes seconds otherwise. Nobody waits, and a failure is left to that verdict.
   */
  prepare(catalogIds: readonly string[]): void;
}

interface HeldCatalog {
  catalog: LiveCatalog;
  /** What the catalog was read at, or later; undefined before it was read. */
  position: CatalogPosition | undefined;
  /** The most trails that it held: its memory is as large as they needed. */
  most: number;
  /** The last piece of work on the catalog; the next one waits for it. */
  work: Promise<void>;
}

/** Unless it is said: some fifty thousand trails. */
const MOST_BYTES = 768 * 1_048_576;
/** Work on one catalog that other requests wait for: a hundred thousand trails take seconds. */
const SLICE_MILLISECONDS = 10;

/**
 * A catalog that has held so many trails and has a quarter of its most left is made anew of what is left: its postings
 * keep the room of those that are gone.
 */
const LEAST_TO_SHRINK = 1_000;
const LEFT_TO_SHRINK = 0.25;

/** Catalogs whose preparation is remembered. */
const PREPARED_CATALOGS = 10_000;
/** The page that led here goes first. */
const PREPARED_AFTER_MILLISECONDS = 300;
/** Judged for nobody: the first ranking of a process takes ten times as long as the next ones. */
const FIRST_PROMPT = 'write a short summary of my notes for the team';

/** The judge as far as catalogs need it. */
type CatalogMaker = Pick<LexicalJudge, 'ready' | 'emptyCatalog' | 'rankInTurns'>;

/**
 * Indexes over a feed, of catalogs that the judge can compare. Of those used least recently all are dropped that would
 * take more than `mostBytes` of memory; a single one may.
 */
export function catalogIndexes(
  feed: CatalogFeed,
  judge: CatalogMaker,
  mostBytes = MOST_BYTES,
  meanings?: CatalogMeanings,
  now = steadyClock,
): CatalogIndexes {
  const held = new LRUCache<string, HeldCatalog>({
    maxSize: mostBytes,
    sizeCalculation: ({ catalog }) => Math.min(mostBytes, catalog.bytes),
    dispose: ({ catalog }, _, reason) => reason === 'evict' && catalog.forgetReadings(),
  });
  const sources: Sources = { feed, judge, meanings, now };
  const shrink = shrinker(held, sources);
  const prepared = boundedCache<true>(PREPARED_CATALOGS);

  const current = async (catalogId: string, position: CatalogPosition): Promise<LiveCatalog> => {
    let entry = held.get(catalogId);
    if (entry === undefined) {
      entry = newlyHeld(judge);
      held.set(catalogId, entry);
    }
    if (!isAt(entry, position)) await inTurn(entry, (own) => catchUp(sources, catalogId, position, own));
    // Its size is counted anew only where it is put in again; meanwhile another may have come into its place.
    if (held.peek(catalogId) === entry) held.delete(catalogId);
    if (!held.has(catalogId)) held.set(catalogId, entry);
    if (isSparse(entry)) shrink(catalogId, entry);
    return entry.catalog;
  };

  const view = async (catalogIds: readonly string[], hidden: ReadonlySet<string> = new Set()): Promise<CatalogView> => {
    await judge.ready();
    const positions = [...(await feed.positions(catalogIds))];
    const known = catalogIds.flatMap((id) => positions.filter(([other]) => other === id));
    const catalogs = await Promise.all(known.map(([id, position]) => current(id, position)));
    const payer = known[0]?.[0];
    return { catalogs, hidden, ...(payer === undefined ? {} : { payer }) };
  };
  const prepareNew = async (catalogIds: readonly string[]): Promise<void> => {
    await wait(PREPARED_AFTER_MILLISECONDS, undefined, { ref: false });
    const positions = await feed.positions(catalogIds);
    const live = catalogIds.filter((id) => (positions.get(id)?.seq ?? 0) > 0);
    if (live.length > 0) await judge.rankInTurns(await view(live), FIRST_PROMPT);
  };
  return {
    held: () => heldIn(held),
    view,
    // A catalog that nobody has asked about is read when somebody does.
    refresh: (catalogId) => void (held.has(catalogId) && view([catalogId]).catch(() => undefined)),
    prepare(catalogIds) {
      const fresh = catalogIds.filter((id) => !prepared.has(id));
      for (const id of fresh) prepared.set(id, true);
      if (fresh.length > 0) prepareNew(fresh).catch(() => undefined);
    },
  };
}

/** Read when somebody looks at the metrics. */
function heldIn(held: LRUCache<string, HeldCatalog>): ReturnType<CatalogIndexes['held']> {
  const catalogs = [...held.values()].map(({ catalog }) => catalog);
  const sumOf = (figure: (catalog: LiveCatalog) => number): number =>
    catalogs.reduce((sum, catalog) => sum + figure(catalog), 0);
  return { catalogs: held.size, trails: sumOf(({ size }) => size), bytes: sumOf(({ bytes }) => bytes) };
}

const newlyHeld = (judge: CatalogMaker): HeldCatalog => ({
  catalog: judge.emptyCatalog(),
  position: undefined,
  most: 0,
  work: Promise.resolve(),
});

const isSparse = ({ catalog, most }: HeldCatalog): boolean =>
  most >= LEAST_TO_SHRINK && catalog.size <= LEFT_TO_SHRINK * most;

/** Makes a catalog anew. Nobody waits: it answers until the new one is there, which then catches up as any does. */
function shrinker(held: LRUCache<string, HeldCatalog>, sources: Sources) {
  const underWay = new Set<string>();
  return (catalogId: string, sparse: HeldCatalog): void => {
    const { position } = sparse;
    if (position === undefined || underWay.has(catalogId) || held.peek(catalogId) !== sparse) return;
    underWay.add(catalogId);
    const entry = newlyHeld(sources.judge);
    const shrunk = catchUp(sources, catalogId, position, entry).then(() => {
      if (held.peek(catalogId) !== sparse) return;
      held.set(catalogId, entry);
      sparse.catalog.forgetReadings();
    });
    // What fails is tried again with the next verdict.
    shrunk.catch(() => undefined).finally(() => underWay.delete(catalogId));
  };
}

/** Runs after what is under way on the catalog. A failure is the caller's alone: the next one tries again. */
function inTurn(entry: HeldCatalog, work: (entry: HeldCatalog) => Promise<void>): Promise<void> {
  const mine = entry.work.then(() => work(entry));
  entry.work = mine.catch(() => undefined);
  return mine;
}

interface Sources {
  readonly feed: CatalogFeed;
  readonly judge: CatalogMaker;
  readonly meanings: CatalogMeanings | undefined;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

async function catchUp(
  { feed, judge, meanings, now }: Sources,
  catalogId: string,
  asked: CatalogPosition,
  entry: HeldCatalog,
): Promise<void> {
  if (isAt(entry, asked)) return;
  // Others may have caught up since the caller asked. A process that is still ahead of the database now is of a state
  // that it was restored from.
  const position = entry.position === undefined ? asked : (await feed.positions([catalogId])).get(catalogId);
  if (position === undefined || isAt(entry, position)) return;
  const step = entry.position === undefined ? 'rebuild' : await feed.since(catalogId, entry.position);
  // Steps that do not lead to where the catalog is are no way there: the log was emptied.
  if (step === 'rebuild' || step.position.seq < position.seq) {
    const { catalog, trails } = await build(feed, catalogId, judge.emptyCatalog(), now);
    await meanings?.fill(catalogId, catalog, trails);
    entry.catalog.forgetReadings();
    entry.catalog = catalog;
    entry.most = catalog.size;
    // Built from what was live there or later: changes on the way are applied again, which changes nothing.
    entry.position = position;
    return;
  }
  const pause = inSlices(SLICE_MILLISECONDS, now);
  for (const { id, trail } of step.changed) {
    if (trail === null) entry.catalog.remove(id);
    else entry.catalog.upsert(trail);
    entry.most = Math.max(entry.most, entry.catalog.size);
    await pause();
  }
  const changed = step.changed.flatMap(({ trail }) => (trail === null ? [] : [trail]));
  await meanings?.fill(catalogId, entry.catalog, changed);
  entry.position = step.position;
}

const isAt = ({ position }: HeldCatalog, { seq, mark }: CatalogPosition): boolean =>
  position !== undefined && position.seq === seq && position.mark === mark;

async function build(
  feed: CatalogFeed,
  catalogId: string,
  catalog: LiveCatalog,
  now: () => number,
): Promise<{ readonly catalog: LiveCatalog; readonly trails: readonly JudgedTrail[] }> {
  const trails: JudgedTrail[] = [];
  const pause = inSlices(SLICE_MILLISECONDS, now);
  for await (const batch of feed.all(catalogId)) {
    for (const trail of batch) {
      catalog.upsert(trail);
      trails.push(trail);
      await pause();
    }
  }
  return { catalog, trails };
}
