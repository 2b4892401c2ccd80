// Judges one prompt against one trail (contract 4.2 surfacing-test, Decision 26). Stores nothing.
import type { CatalogView, Judge } from '@cairn/surfacing-judge/judge';
import { type JudgeableDocument, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { SurfacingTestResource } from './surfacing-shapes.ts';

/** The trail to judge: its id and either the given document or its stored draft. */
export interface TrailUnderTest {
  readonly id: string;
  readonly document: JudgeableDocument;
}

/**
 * Whether the trail would be offered for `draftText` among the live trails of `catalog`, and why. Fails with
 * `judge-unavailable` if a configured model fails and fallback is off.
 */
export async function surfacingTest(
  judge: Judge,
  catalog: CatalogView,
  trail: TrailUnderTest,
  draftText: string,
  signal?: AbortSignal,
): Promise<SurfacingTestResource> {
  const [verdict] = await judge.judge(catalog, judgedTrail(trail.id, trail.document), [draftText], signal);
  if (verdict === undefined) throw new Error('The judge returned no verdict.');
  return { ...verdict, candidates: [...verdict.candidates] };
}
