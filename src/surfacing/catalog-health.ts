// How well the live trails of a catalog stand on their own examples, a page of trails at a time. What was found of a
// trail is kept for as long as nothing that employees see of the catalog changes.
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import type { LiveCatalog } from '@cairn/surfacing-judge/live-catalog';
import type { CatalogHealth, TrailHealth } from './evaluation-shapes.ts';
import { originalId, withoutLine, withReplaced } from './left-out.ts';

/**
 * The live trails of the view's first catalog by id, from behind `after`, at most `limit`: each of their `match`
 * examples judged as if it were not listed. Stops where `signal` aborts.
 */
export type ReadCatalogHealth = (
  catalog: CatalogView,
  after: string | null,
  limit: number,
  signal?: AbortSignal,
) => Promise<CatalogHealth>;

/** A page judges no longer than this, but one trail at least; what is known already takes no time. */
const PAGE_MILLISECONDS = 1_500;

export function catalogHealth(judge: LexicalJudge, pageMilliseconds = PAGE_MILLISECONDS): ReadCatalogHealth {
  const keptOf = keptHealth();
  return async (catalog, after, limit, signal) => {
    const [own] = catalog.catalogs;
    const ids = (own?.ids() ?? []).filter((id) => !catalog.hidden.has(id)).sort();
    const behind = ids.filter((id) => after === null || id > after);
    const kept = keptOf(catalog);
    const items: TrailHealth[] = [];
    const end = performance.now() + pageMilliseconds;
    let last = after;
    let judged = 0;
    for (const id of behind.slice(0, limit)) {
      const known = kept.get(id);
      if (known === undefined && judged > 0 && performance.now() >= end) break;
      last = id;
      const trail = own?.find(id)?.trail;
      const health = known ?? (trail && (await healthOf(judge, catalog, trail, signal)));
      if (health === undefined) continue;
      if (known === undefined) judged++;
      kept.set(id, health);
      items.push(health);
    }
    const isEnd = behind.length === 0 || last === behind.at(-1);
    return { threshold: judge.threshold, live: ids.length, items, next_after: isEnd ? null : last };
  };
}

/** What is kept of a view; nothing of it once one of its catalogs has changed, or it hides others. */
function keptHealth(): (catalog: CatalogView) => Map<string, TrailHealth> {
  const kept = new WeakMap<LiveCatalog, { readonly state: string; readonly found: Map<string, TrailHealth> }>();
  return ({ catalogs, hidden }) => {
    const state = JSON.stringify([catalogs.map(({ edition }) => edition), [...hidden].sort()]);
    const [own] = catalogs;
    const known = own && kept.get(own);
    if (known?.state === state) return known.found;
    const found = new Map<string, TrailHealth>();
    if (own !== undefined) kept.set(own, { state, found });
    return found;
  };
}

async function healthOf(
  judge: LexicalJudge,
  catalog: CatalogView,
  trail: JudgedTrail,
  signal: AbortSignal | undefined,
): Promise<TrailHealth> {
  let found = 0;
  let match_examples = 0;
  const unsupported: number[] = [];
  const lost = new Map<string, TrailHealth['lost_to'][number]>();
  for (const [index, { text, expect }] of trail.examples.entries()) {
    if (expect !== 'match') continue;
    match_examples++;
    const view = withReplaced(judge, catalog, [withoutLine(trail, text)]);
    const [top] = judge.rank(view, null, text).scored;
    const winner = top !== undefined && top.confidence >= judge.threshold ? top.indexed.trail : undefined;
    if (winner === undefined) unsupported.push(index);
    else if (originalId(winner.id) === trail.id) found++;
    else {
      const entry = lost.get(winner.id) ?? { trail: { id: winner.id, title: winner.title }, examples: [] };
      entry.examples.push(index);
      lost.set(winner.id, entry);
    }
    await new Promise(setImmediate);
    signal?.throwIfAborted();
  }
  const { id, title } = trail;
  const twins = twinsOf(judge, catalog, trail);
  return { trail: { id, title }, match_examples, found, unsupported, lost_to: [...lost.values()], twins };
}

/** From this share of its own confidence on, another trail is a twin. */
const TWIN_SHARE = 0.7;
const MOST_TWINS = 3;

/** The trails that are nearly as sure as this one where somebody says, in its own words, what it is for. */
function twinsOf(judge: LexicalJudge, catalog: CatalogView, trail: JudgedTrail): TrailHealth['twins'] {
  const { scored } = judge.rank(catalog, null, trail.when.trim() || trail.title);
  const own = scored.find(({ indexed }) => indexed.trail.id === trail.id)?.confidence ?? 0;
  if (own === 0) return [];
  return scored
    .filter(({ indexed, confidence }) => indexed.trail.id !== trail.id && confidence >= TWIN_SHARE * own)
    .slice(0, MOST_TWINS)
    .map(({ indexed }) => ({ id: indexed.trail.id, title: indexed.trail.title }));
}
