// How often the right trail is in the result for callers who can choose: the sure one, or one of the candidates.
import { judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { viewOf } from './contender.ts';
import type { AuthoredCatalog } from './judge-data.ts';
import { share } from './metrics.ts';

/** As many as `find_trail` returns. */
const OPTIONS = { limit: 5, mayUse: () => true, isChoice: true };

export interface CandidateFigures {
  /** Share of the unseen prompts whose trail is in the result. */
  readonly answered: number;
  /** Share of the generic prompts that get any trail. */
  readonly generic: number;
}

export async function measureCandidates(
  judge: LexicalJudge,
  catalog: AuthoredCatalog,
  isPlain = false,
): Promise<CandidateFigures> {
  const view = viewOf(
    judge,
    catalog.trails.map((one) => judgedTrail(one.id, one.document)),
  );
  const answerTo = async (prompt: string): Promise<readonly string[]> => {
    const found = await judge.find(view, prompt, { ...OPTIONS, isPlain });
    return (found[0]?.isSure === true ? found.slice(0, 1) : found).map(({ id }) => id);
  };
  const answers: boolean[] = [];
  for (const { id, unseen } of catalog.trails)
    for (const prompt of unseen) answers.push((await answerTo(prompt)).includes(id));
  const lists: boolean[] = [];
  for (const prompt of catalog.generic) lists.push((await answerTo(prompt)).length > 0);
  return { answered: share(answers, (one) => one), generic: share(lists, (one) => one) };
}
