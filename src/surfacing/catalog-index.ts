// The in-memory catalogs of the judge. They are built from published trails and, before each use, catch up with changes
// made by any process. catalog-feed.ts supplies the changes.

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

/** A change in a catalog: the trail as employees now see it, or null if they no longer see it. */
export interface TrailChange {
  readonly id: string;
  readonly trail: JudgedTrail | null;
}

/** The source of published trails. A catalog's position moves with every change that employees see. */
export interface CatalogFeed {
  /** The current positions of these catalogs; omits catalogs that do not exist. */
  positions(catalogIds: readonly string[]): Promise<ReadonlyMap<string, CatalogPosition>>;
  /** The changes since a position, or `rebuild` if the log no longer covers them. */
  since(
    catalogId: string,
    position: CatalogPosition,
  ): Promise<{ readonly position: CatalogPosition; readonly changed: readonly TrailChange[] } | 'rebuild'>;
  /** All live trails in batches. Each trail is parsed lazily. */
  all(catalogId: string): AsyncIterable<Iterable<JudgedTrail>>;
}

export interface CatalogIndexes {
  /** The current live trails of these catalogs, except hidden ones. The first catalog is the caller's own. */
  view(catalogIds: readonly string[], hidden?: ReadonlySet<string>): Promise<CatalogView>;
  /** The size of the catalogs in memory. */
  held(): { readonly catalogs: number; readonly trails: number; readonly bytes: number };
  /**
   * Starts catching up with a change before the next verdict needs it. Does not block; the next verdict reports
   * failures.
   */
  refresh(catalogId: string): void;
  /**
   * Loads catalogs with live trails in advance, once per process, and ranks one prompt. Otherwise, the first verdict
   * among many trails takes seconds. Does not block; the next verdict reports failures.
   */
  prepare(catalogIds: readonly string[]): void;
}

interface HeldCatalog {
  catalog: LiveCatalog;
  /** The position at which the catalog was last read, or an earlier one; undefined before the first read. */
  position: CatalogPosition | undefined;
  /** The highest number of trails so far, which determines the catalog's memory use. */
  most: number;
  /** The last task on the catalog. The next one waits for it. */
  work: Promise<void>;
}

/** The default, enough for about 50,000 trails. */
const MAX_BYTES = 768 * 1_048_576;
/** Long work on a catalog yields to other requests after each slice. A catalog of 100,000 trails takes seconds. */
const SLICE_MILLISECONDS = 10;

/**
 * Rebuilds a catalog once it has shrunk to a quarter of its highest size, if that was at least this many trails: its
 * postings keep the memory of removed trails.
 */
const MIN_SIZE_TO_SHRINK = 1_000;
const LEFT_TO_SHRINK = 0.25;

/** How many catalogs to remember as prepared. */
const PREPARED_CATALOGS = 10_000;
/** A delay that lets the page that triggered the preparation load first. */
const PREPARED_AFTER_MILLISECONDS = 300;
/** A warm-up prompt. A process's first ranking takes ten times as long as later ones. */
const FIRST_PROMPT = 'write a short summary of my notes for the team';

/** The parts of the judge that catalogs need. */
type CatalogMaker = Pick<LexicalJudge, 'ready' | 'emptyCatalog' | 'rankInTurns'>;

/** Indexes over a feed. Drops the least recently used catalogs beyond `mostBytes` of memory, but always keeps one. */
export function catalogIndexes(
  feed: CatalogFeed,
  judge: CatalogMaker,
  mostBytes = MAX_BYTES,
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
    // Re-inserting updates the recorded size. Another entry may have replaced this one in the meantime.
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
    // A catalog that is not in memory is loaded when it is needed.
    refresh: (catalogId) => void (held.has(catalogId) && view([catalogId]).catch(() => undefined)),
    prepare(catalogIds) {
      const fresh = catalogIds.filter((id) => !prepared.has(id));
      for (const id of fresh) prepared.set(id, true);
      if (fresh.length > 0) prepareNew(fresh).catch(() => undefined);
    },
  };
}

/** Computed on demand for the metrics. */
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
  most >= MIN_SIZE_TO_SHRINK && catalog.size <= LEFT_TO_SHRINK * most;

/** Rebuilds a catalog in the background. The old one serves verdicts until the new one is ready and catches up. */
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
    // The next verdict tries again.
    shrunk.catch(() => undefined).finally(() => underWay.delete(catalogId));
  };
}

/** Runs after all pending work on the catalog. A failure affects only its caller; the next task runs regardless. */
function inTurn(entry: HeldCatalog, work: (entry: HeldCatalog) => Promise<void>): Promise<void> {
  const mine = entry.work.then(() => work(entry));
  entry.work = mine.catch(() => undefined);
  return mine;
}

interface Sources {
  readonly feed: CatalogFeed;
  readonly judge: CatalogMaker;
  readonly meanings: CatalogMeanings | undefined;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

async function catchUp(
  { feed, judge, meanings, now }: Sources,
  catalogId: string,
  asked: CatalogPosition,
  entry: HeldCatalog,
): Promise<void> {
  if (isAt(entry, asked)) return;
  // Other requests may have caught up since the caller read the position. If this process is still ahead of the
  // database, the database was restored from a backup.
  const position = entry.position === undefined ? asked : (await feed.positions([catalogId])).get(catalogId);
  if (position === undefined || isAt(entry, position)) return;
  const step = entry.position === undefined ? 'rebuild' : await feed.since(catalogId, entry.position);
  // Changes that end before the current position mean that the log was truncated.
  if (step === 'rebuild' || step.position.seq < position.seq) {
    const { catalog, trails } = await build(feed, catalogId, judge.emptyCatalog(), now);
    await meanings?.fill(catalogId, catalog, trails);
    entry.catalog.forgetReadings();
    entry.catalog = catalog;
    entry.most = catalog.size;
    // The rebuilt catalog may already include later changes. Applying them again is harmless.
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
