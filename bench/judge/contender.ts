// A contender gets trails and names the best one for a prompt. The judge is one contender.
import type { CatalogView, Judge } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import type { Judged } from './metrics.ts';

export interface Contender {
  /** The best trail for a prompt and the contender's confidence (0 to 1), or null if no trail is related. */
  answer(prompt: string): Promise<{ readonly id: string; readonly confidence: number } | null>;
}

/** A catalog view of these trails. */
export function viewOf(index: LexicalJudge, trails: readonly JudgedTrail[]): CatalogView {
  const catalog = index.emptyCatalog();
  for (const trail of trails) catalog.upsert(trail, index.meaning?.trail(trail) ?? null);
  return { catalogs: [catalog], hidden: new Set() };
}

/** The judge as employees use it: the best live trail, however uncertain, with its confidence. */
export function judgeContender(judge: Judge, view: CatalogView): Contender {
  const wanted = { limit: 1, mayUse: () => true, atLeast: 0 };
  return { answer: async (prompt) => (await judge.find(view, prompt, wanted))[0] ?? null };
}

/** Judges the prompts in sequence. `expected` is the id of the right trail, or null. */
export async function judgeAll(
  contender: Contender,
  prompts: readonly { readonly text: string; readonly expected: string | null }[],
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const { text, expected } of prompts) {
    const start = performance.now();
    const best = await contender.answer(text);
    const milliseconds = performance.now() - start;
    judged.push({ expected, offered: best?.id ?? null, confidence: best?.confidence ?? 0, milliseconds });
  }
  return judged;
}
