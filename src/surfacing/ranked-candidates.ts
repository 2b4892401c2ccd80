// The trails compared for one prompt, best first, with the parts of their scores, for authors who want to see the
// reasons.
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { fourDecimals } from '@cairn/surfacing-judge/offered-confidence';
import { isOffered } from '@cairn/surfacing-judge/prompt-ranking';
import type { RankedCandidate, RankedCandidates } from './evaluation-shapes.ts';
import type { TrailUnderTest } from './surfacing-test.ts';

/**
 * The candidates for `prompt` as ranked by the embedded judge. `trail` replaces its live version; null ranks only live
 * trails. Costs no model call.
 */
export async function rankCandidates(
  judge: LexicalJudge,
  catalog: CatalogView,
  trail: TrailUnderTest | null,
  prompt: string,
): Promise<RankedCandidates> {
  const subject = trail === null ? null : judgedTrail(trail.id, trail.document);
  if (subject !== null) await judge.meaning?.prepare(subject);
  const { text, scored } = await judge.rankInTurns(catalog, prompt, { subject });
  const [top] = scored;
  const candidates = scored.map((one): RankedCandidate => {
    const rivals = scored.filter((other) => other !== one).map((other) => other.confidence);
    return {
      trail: { id: one.indexed.trail.id, title: one.indexed.trail.title },
      is_this_trail: one.indexed.trail.id === trail?.id,
      confidence: fourDecimals(one.confidence),
      offered: one === top && isOffered(one, judge.threshold),
      listed_as: one.listed ?? null,
      parts: {
        words: fourDecimals(one.signals.centroid),
        meaning: one.signals.meaning === null ? null : fourDecimals(one.signals.meaning),
        lead: fourDecimals(one.confidence - Math.max(0, ...rivals)),
      },
    };
  });
  return { decided_by: text, threshold: judge.threshold, candidates };
}
