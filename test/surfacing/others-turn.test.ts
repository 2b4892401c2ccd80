// Long work of the judge yields after each step.
import { type LexicalJudge, lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { expect, it } from 'vitest';
import { catalogEffect } from '../../src/surfacing/catalog-effect.ts';
import { evaluateExamples } from '../../src/surfacing/example-evaluation.ts';
import { judgeFindings } from '../../src/surfacing/judge-findings.ts';
import { rankCandidates } from '../../src/surfacing/ranked-candidates.ts';
import { ADVERT, MINUTES, REMINDER, viewWith } from './trails-for-tests.ts';

const judge = lexicalJudge({ encoder: null });
const view = viewWith(judge, REMINDER, ADVERT, MINUTES);
const given = {
  id: ADVERT.id,
  document: {
    title: ADVERT.title,
    trigger: { when: ADVERT.when, keywords: ADVERT.keywords, examples: ADVERT.examples },
  },
};

/** The largest number of rankings that `work` requests in one turn of the event loop. */
async function mostInATurn(work: (counting: LexicalJudge) => Promise<unknown>): Promise<number> {
  let [inThisTurn, most, isOver] = [0, 0, false];
  const count = (): void => {
    inThisTurn += 1;
    most = Math.max(most, inThisTurn);
  };
  const nextTurn = (): void => {
    inThisTurn = 0;
    if (!isOver) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  await work({
    ...judge,
    rankInTurns: (...args) => {
      count();
      return judge.rankInTurns(...args);
    },
    judge: (catalog, subject, prompts, signal) => {
      // For several prompts the judge itself yields between them.
      if (prompts.length === 1) count();
      return judge.judge(catalog, subject, prompts, signal);
    },
  });
  isOver = true;
  return most;
}

it('ranks one text per turn, or one example before and after, for the effect on others', async () => {
  expect(await mostInATurn((counting) => catalogEffect(counting, view, given))).toBeLessThanOrEqual(2);
});

it('ranks one text per turn for the findings of a document', async () => {
  expect(await mostInATurn((counting) => judgeFindings(counting, view, given))).toBe(1);
});

it('stops ranking for a caller who has disconnected', async () => {
  const gone = new AbortController();
  let ranked = 0;
  const counting: LexicalJudge = {
    ...judge,
    rankInTurns: (...args) => {
      ranked++;
      gone.abort(new Error('gone'));
      return judge.rankInTurns(...args);
    },
  };
  await expect(judgeFindings(counting, view, given, gone.signal)).rejects.toThrow('gone');
  expect(ranked).toBe(1);
});

/** A judge whose clock advances this much on every read, and its view of the same trails. */
function judgeWhoseClock(moves: number) {
  let clock = 0;
  const one = lexicalJudge({ encoder: null, now: () => (clock += moves) });
  return { one, itsView: viewWith(one, REMINDER, ADVERT, MINUTES) };
}
/** Each step takes a whole slice. */
const slowJudge = () => judgeWhoseClock(10);
/** No slice ever ends. */
const quickJudge = () => judgeWhoseClock(0);

/** Returns the result of `work`, and the number of event loop turns in which other work could run. */
async function withTurns<Result>(work: () => Promise<Result>): Promise<{ result: Result; turns: number }> {
  let [turns, isOver] = [0, false];
  const nextTurn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  const result = await work();
  isOver = true;
  return { result, turns };
}

const PROMPT = 'write minutes and a job advert';
const LONG: readonly (readonly [string, (one: LexicalJudge, of: typeof view) => Promise<unknown>])[] = [
  ['candidates', (one, of) => rankCandidates(one, of, given, PROMPT)],
  ['an effect on others', (one, of) => catalogEffect(one, of, given)],
  ['what is found in a document', (one, of) => judgeFindings(one, of, given)],
];
it.each(LONG)('yields in long rankings with the same result as in one step: %s', async (_what, work) => {
  const [slow, quick] = [slowJudge(), quickJudge()];
  const inTurns = await withTurns(() => work(slow.one, slow.itsView));
  const atOnce = await withTurns(() => work(quick.one, quick.itsView));
  // These turns are in addition to those before each text and each example.
  expect(inTurns.turns).toBeGreaterThan(2 * atOnce.turns + 2);
  expect(inTurns.result).toEqual(atOnce.result);
});

it('yields in a search among many trails with the same result as in one step', async () => {
  const wanted = { limit: 3, mayUse: (id: string) => id !== MINUTES.id };
  const { one: slow, itsView: slowView } = slowJudge();
  const { result: found, turns } = await withTurns(() => slow.find(slowView, PROMPT, wanted));
  expect(turns).toBeGreaterThan(3);
  expect(found).toEqual(await judge.find(view, PROMPT, wanted));
  expect(found.map(({ id }) => id)).toContain(ADVERT.id);
  const aborted = AbortSignal.abort(new Error('gone'));
  await expect(slow.find(slowView, 'write minutes', wanted, aborted)).rejects.toThrow('gone');
});

it('judges one example per turn in an evaluation', async () => {
  expect(await mostInATurn((counting) => evaluateExamples(counting, view, given))).toBe(1);
});
