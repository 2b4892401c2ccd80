// The benefit of four no-match examples: a neighbor's prompts surface the trail less often, and the trail loses little
// recall.
import type { Judge } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { judgeAll, judgeContender, viewOf } from './contender.ts';
import { type DataFile, grouped } from './data-files.ts';
import { round, share, surfacesRight } from './metrics.ts';
import { trailOf } from './public-splits.ts';
import { seededRandom } from './random.ts';

export interface NoMatchFigures {
  readonly near_miss_without: number;
  readonly near_miss_with: number;
  /** Percent of near misses that no longer surface. */
  readonly down: number;
  readonly recall_without: number;
  readonly recall_with: number;
}

const TRAILS = 50;
const EXAMPLES = 5;
const NO_MATCHES = 4;
const PROMPTS = 10;

/**
 * Fifty trails of five examples. The neighbor of a trail is the absent label whose training prompts surface the trail
 * most often. The neighbor's prompts are near misses, and four of its training prompts become no-match examples.
 */
export async function measureNoMatch(judge: Judge, index: LexicalJudge, file: DataFile): Promise<NoMatchFigures> {
  const random = seededRandom(1_903);
  const full = file.splits.get('train_full') ?? [...file.splits.values()][0] ?? new Map<string, string[]>();
  const labels = random.sample([...full.keys()], TRAILS);
  const absent = [...full.keys()].filter((label) => !labels.includes(label));
  const examples = new Map(labels.map((label) => [label, random.sample(full.get(label) ?? [], EXAMPLES)]));
  const plain = labels.map((label) => trailOf(label, examples.get(label) ?? [], true));
  const view = viewOf(index, plain);
  const taken = new Map<string, Map<string, number>>();
  for (const neighbour of absent) {
    for (const text of random.sample(full.get(neighbour) ?? [], PROMPTS)) {
      const [top] = index.rank(view, null, text).scored;
      if (top === undefined) continue;
      const counts = taken.get(top.indexed.trail.id) ?? new Map<string, number>();
      taken.set(top.indexed.trail.id, counts.set(neighbour, (counts.get(neighbour) ?? 0) + 1));
    }
  }
  const neighbours = new Map(
    [...taken].map(([label, counts]) => [label, [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? '']),
  );
  const guarded = labels.map((label) => {
    const against = random.sample(full.get(neighbours.get(label) ?? '') ?? [], NO_MATCHES);
    return trailOf(label, examples.get(label) ?? [], true, [], against);
  });
  const tests = grouped(file.test);
  const near = [...neighbours].flatMap(([label, neighbour]) =>
    (tests.get(neighbour) ?? []).slice(0, PROMPTS).map((text) => ({ text, expected: label })),
  );
  const own = labels.flatMap((label) =>
    (tests.get(label) ?? []).slice(0, PROMPTS).map((text) => ({ text, expected: label })),
  );
  const surfacing = async (trails: readonly JudgedTrail[], prompts: typeof own): Promise<number> => {
    const judged = await judgeAll(judgeContender(judge, viewOf(index, trails)), prompts);
    return share(judged, surfacesRight);
  };
  const without = await surfacing(plain, near);
  const guardedShare = await surfacing(guarded, near);
  return {
    near_miss_without: round(without, 3),
    near_miss_with: round(guardedShare, 3),
    down: round(without === 0 ? 0 : 100 * (1 - guardedShare / without), 1),
    recall_without: round(await surfacing(plain, own), 3),
    recall_with: round(await surfacing(guarded, own), 3),
  };
}
