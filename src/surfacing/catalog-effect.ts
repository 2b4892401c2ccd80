// The effect of publishing a document on other trails: prompts similar to their examples that would surface another
// trail.
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { isOffered } from '@cairn/surfacing-judge/prompt-ranking';
import type { CatalogEffect, WinnerChange } from './evaluation-shapes.ts';
import { originalId, withoutLine, withReplaced } from './left-out.ts';
import { othersTurn } from './others-turn.ts';
import type { TrailUnderTest } from './surfacing-test.ts';

/** Maximum number of the document's texts used to find neighbors, and of the neighbors' examples to try. */
const MAX_TEXTS = 40;
const MAX_EXAMPLES = 200;

/**
 * Judges `match` examples of live trails near the document, before and after publishing. Each example is judged as if
 * its own trail did not list it, so that it represents similar prompts. Only trails that the document's texts lead to
 * can lose a prompt to it. Only their examples are tried, nearest trails first, up to 200. Stops if `signal` aborts.
 */
export async function catalogEffect(
  judge: LexicalJudge,
  catalog: CatalogView,
  trail: TrailUnderTest,
  signal?: AbortSignal,
): Promise<CatalogEffect> {
  const subject = judgedTrail(trail.id, trail.document);
  await judge.meaning?.prepare(subject, undefined, signal);
  const changes: WinnerChange[] = [];
  let tried = 0;
  let complete = true;
  for (const neighbour of await nearTrails(judge, catalog, subject, signal)) {
    for (const [index, { text, expect }] of neighbour.examples.entries()) {
      if (expect !== 'match') continue;
      if (tried === MAX_EXAMPLES) {
        complete = false;
        break;
      }
      tried++;
      const change = await changeOf(judge, catalog, subject, neighbour, text);
      if (change !== undefined) changes.push({ ...change, index });
      await othersTurn(signal);
    }
  }
  return { threshold: judge.threshold, tried, complete, changes };
}

/** The live trails that the document's texts lead to, most frequent first. */
async function nearTrails(
  judge: LexicalJudge,
  catalog: CatalogView,
  subject: JudgedTrail,
  signal: AbortSignal | undefined,
): Promise<JudgedTrail[]> {
  const examples = subject.examples.filter((one) => one.expect === 'match').map((one) => one.text);
  const texts = [subject.title, subject.when, ...examples, ...subject.keywords].slice(0, MAX_TEXTS);
  const others = { mayUse: (id: string) => id !== subject.id };
  // Keyed by id, so that a trail republished in the meantime counts once.
  const found = new Map<string, { readonly near: JudgedTrail; readonly times: number }>();
  for (const text of texts) {
    for (const near of (await judge.rankInTurns(catalog, text, others)).near) {
      found.set(near.id, { near, times: (found.get(near.id)?.times ?? 0) + 1 });
    }
    await othersTurn(signal);
  }
  return [...found.values()]
    .sort((one, other) => other.times - one.times || (one.near.id < other.near.id ? -1 : 1))
    .map(({ near }) => near);
}

async function changeOf(
  judge: LexicalJudge,
  catalog: CatalogView,
  subject: JudgedTrail,
  neighbour: JudgedTrail,
  text: string,
): Promise<Omit<WinnerChange, 'index'> | undefined> {
  const view = withReplaced(judge, catalog, [withoutLine(neighbour, text)]);
  const offered = async (draft: JudgedTrail | null): Promise<WinnerChange['before']> => {
    const [top] = (await judge.rankInTurns(view, text, { subject: draft })).scored;
    if (!isOffered(top, judge.threshold)) return null;
    return { id: originalId(top.indexed.trail.id), title: top.indexed.trail.title };
  };
  const before = await offered(null);
  const after = await offered(subject);
  if (before?.id === after?.id) return undefined;
  const kind = after?.id === subject.id ? 'taken' : before?.id === subject.id ? 'lost' : 'moved';
  return { trail: { id: neighbour.id, title: neighbour.title }, text, before, after, kind };
}
