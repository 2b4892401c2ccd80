// Trails less one of their examples: how the judge fares with wordings that nobody listed.
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { tokenLine } from '@cairn/surfacing-judge/text';

/** The trail as if it did not list the prompt, however often and in whatever spelling it does. */
export function withoutLine(trail: JudgedTrail, text: string): JudgedTrail {
  const line = tokenLine(text);
  return { ...trail, examples: trail.examples.filter((one) => tokenLine(one.text) !== line) };
}

/** The catalog with these trails in the place of their live versions; `originalId` finds them again in a ranking. */
export function withReplaced(judge: LexicalJudge, catalog: CatalogView, trails: readonly JudgedTrail[]): CatalogView {
  const extra = judge.emptyCatalog();
  for (const trail of trails) {
    const live = catalog.catalogs.map((one) => one.find(trail.id)).find((one) => one !== undefined);
    if (live?.vectors) judge.meaning?.remember(live);
    const standIn = { ...trail, id: `${trail.id}${REPLACED}` };
    extra.upsert(standIn, judge.meaning?.remembered(standIn) ?? null);
  }
  return {
    ...catalog,
    catalogs: [...catalog.catalogs, extra],
    // A line less changes nothing that is worth weighing every trail anew.
    measuredBy: catalog.measuredBy ?? catalog,
    hidden: new Set([...catalog.hidden, ...trails.map((trail) => trail.id)]),
  };
}

/** The id that a trail of a ranking has in the real catalog. */
export const originalId = (id: string): string => (id.endsWith(REPLACED) ? id.slice(0, -REPLACED.length) : id);

/** No id of a trail ends so. */
const REPLACED = '~';
