// How well a catalog's live trails match their own examples, one page of trails at a time. Results are cached until
// anything that employees see in the catalog changes.
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import type { LiveCatalog } from '@cairn/surfacing-judge/live-catalog';
import { isOffered } from '@cairn/surfacing-judge/prompt-ranking';
import type { CatalogHealth, TrailHealth } from './evaluation-shapes.ts';
import { originalId, withoutLine, withReplaced } from './left-out.ts';
import { othersTurn } from './others-turn.ts';

/**
 * At most `limit` live trails of the view's first catalog, by id, after `after`. Each `match` example is judged as if
 * it were not listed. Stops if `signal` aborts.
 */
export type ReadCatalogHealth = (
  catalog: CatalogView,
  after: string | null,
  limit: number,
  signal?: AbortSignal,
) => Promise<CatalogHealth>;

/** Time limits of one call in milliseconds. It always judges at least one trail. Cached results take no time. */
export interface HealthTimes {
  /** For an ordinary page. */
  readonly page: number;
  /** For the first page, which must appear quickly. */
  readonly first: number;
  /** For work in advance of the next request, after a page was returned. */
  readonly ahead: number;
}

const TIMES: HealthTimes = { page: 1_500, first: 300, ahead: 4_000 };

export function catalogHealth(judge: LexicalJudge, times = TIMES): ReadCatalogHealth {
  const passOf = keptPasses(judge);
  return async (catalog, after, limit, signal) => {
    const pass = passOf(catalog);
    const behind = pass.ids.filter((id) => after === null || id > after);
    const page = behind.slice(0, limit);
    const healths = await pass.healthOf(page, after === null ? times.first : times.page, signal);
    const items = healths.filter((health) => health !== null);
    const last = page[healths.length - 1] ?? after;
    const isEnd = behind.length === 0 || last === behind.at(-1);
    if (!isEnd) pass.goAhead(times.ahead);
    return { threshold: judge.threshold, live: pass.ids.length, items, next_after: isEnd ? null : last };
  };
}

/** The work on one state of a catalog, shared by all requests. */
interface Pass {
  readonly ids: readonly string[];
  /** The health of as many of these trails as time allows, in order; null for trails that are no longer live. */
  healthOf(ids: readonly string[], milliseconds: number, signal?: AbortSignal): Promise<(TrailHealth | null)[]>;
  /** Continues judging in the background, from the first trail without a result. */
  goAhead(milliseconds: number): void;
}

/** Returns the pass of a view. A new one starts if a catalog of the view changes or the view hides other trails. */
function keptPasses(judge: LexicalJudge): (catalog: CatalogView) => Pass {
  const kept = new WeakMap<LiveCatalog, { readonly state: string; readonly pass: Pass }>();
  return (catalog) => {
    const { catalogs, hidden } = catalog;
    const [own] = catalogs;
    const state = (): string =>
      JSON.stringify([catalogs.map(({ edition, meanings }) => [edition, meanings]), [...hidden].sort()]);
    const begun = state();
    const known = own && kept.get(own);
    if (known?.state === begun) return known.pass;
    const pass = newPass(judge, catalog, () => own !== undefined && kept.get(own)?.pass === pass && state() === begun);
    if (own !== undefined) kept.set(own, { state: begun, pass });
    return pass;
  };
}

/** `isCurrent` returns whether the catalog is still unchanged. */
function newPass(judge: LexicalJudge, catalog: CatalogView, isCurrent: () => boolean): Pass {
  const [own] = catalog.catalogs;
  const ids = (own?.ids() ?? []).filter((id) => !catalog.hidden.has(id)).sort();
  const found = new Map<string, TrailHealth | null>();
  const underWay = new Map<string, Promise<TrailHealth | null>>();
  let ahead: number | undefined;

  const judgeOne = async (id: string): Promise<TrailHealth | null> => {
    const trail = own?.find(id)?.trail;
    try {
      const health = trail === undefined ? null : await healthOf(judge, catalog, trail);
      found.set(id, health);
      return health;
    } finally {
      underWay.delete(id);
    }
  };
  /** The first request for a trail judges it; concurrent requests wait for the result. */
  const judged = (id: string): Promise<TrailHealth | null> => {
    const work = underWay.get(id) ?? judgeOne(id);
    if (!found.has(id)) underWay.set(id, work);
    return work;
  };

  const goOn = async (): Promise<void> => {
    for (const id of ids) {
      if (found.has(id)) continue;
      if (!isCurrent() || performance.now() >= (ahead ?? 0)) break;
      await judged(id);
    }
  };

  return {
    ids,
    async healthOf(wanted, milliseconds, signal) {
      const healths: (TrailHealth | null)[] = [];
      const end = performance.now() + milliseconds;
      let waited = 0;
      for (const id of wanted) {
        const known = found.get(id);
        if (known === undefined && waited++ > 0 && performance.now() >= end) break;
        healths.push(known === undefined ? await judged(id) : known);
        signal?.throwIfAborted();
      }
      return healths;
    },
    goAhead(milliseconds) {
      const isGoing = ahead !== undefined;
      ahead = performance.now() + milliseconds;
      if (isGoing || milliseconds === 0) return;
      const end = (): void => {
        ahead = undefined;
      };
      // Ignore failures here, because the next request fails in the same way and reports it.
      goOn().then(end, end);
    },
  };
}

async function healthOf(judge: LexicalJudge, catalog: CatalogView, trail: JudgedTrail): Promise<TrailHealth> {
  let found = 0;
  let match_examples = 0;
  const unsupported: number[] = [];
  const lost = new Map<string, TrailHealth['lost_to'][number]>();
  for (const [index, { text, expect }] of trail.examples.entries()) {
    if (expect !== 'match') continue;
    match_examples++;
    const view = withReplaced(judge, catalog, [withoutLine(trail, text)]);
    const [top] = (await judge.rankInTurns(view, text)).scored;
    const winner = isOffered(top, judge.threshold) ? top.indexed.trail : undefined;
    if (winner === undefined) unsupported.push(index);
    else if (originalId(winner.id) === trail.id) found++;
    else {
      const entry = lost.get(winner.id) ?? { trail: { id: winner.id, title: winner.title }, examples: [] };
      entry.examples.push(index);
      lost.set(winner.id, entry);
    }
    await othersTurn();
  }
  const { id, title } = trail;
  const twins = await twinsOf(judge, catalog, trail);
  await othersTurn();
  return { trail: { id, title }, match_examples, found, unsupported, lost_to: [...lost.values()], twins };
}

/** Another trail is a twin if it reaches this share of the trail's own confidence. */
const TWIN_SHARE = 0.7;
const MAX_TWINS = 3;

/** Trails that score nearly as high as this one for its own description of its purpose. */
async function twinsOf(judge: LexicalJudge, catalog: CatalogView, trail: JudgedTrail): Promise<TrailHealth['twins']> {
  const { scored } = await judge.rankInTurns(catalog, trail.when.trim() || trail.title);
  const own = scored.find(({ indexed }) => indexed.trail.id === trail.id)?.confidence ?? 0;
  if (own === 0) return [];
  return scored
    .filter(({ indexed, confidence }) => indexed.trail.id !== trail.id && confidence >= TWIN_SHARE * own)
    .slice(0, MAX_TWINS)
    .map(({ indexed }) => ({ id: indexed.trail.id, title: indexed.trail.title }));
}
