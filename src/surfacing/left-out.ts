// Trails without one of their examples, to test the judge on wordings that are not listed.
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { tokenLine } from '@cairn/surfacing-judge/text';

/** The trail without that prompt, in any spelling and even if it is listed several times. */
export function withoutLine(trail: JudgedTrail, text: string): JudgedTrail {
  const line = tokenLine(text);
  return { ...trail, examples: trail.examples.filter((one) => tokenLine(one.text) !== line) };
}

/** The catalog with these trails in place of their live versions. `originalId` maps the ids in a ranking back. */
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
    // One example more or less is not worth recomputing the weights of every trail.
    measuredBy: catalog.measuredBy ?? catalog,
    hidden: new Set([...catalog.hidden, ...trails.map((trail) => trail.id)]),
  };
}

/** The id in the actual catalog of a trail in a ranking. */
export const originalId = (id: string): string => (id.endsWith(REPLACED) ? id.slice(0, -REPLACED.length) : id);

/** Trail ids never end like this. */
const REPLACED = '~';
