// Long work of the judge gives everybody else a turn after each step.
import { type LexicalJudge, lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { expect, it } from 'vitest';
import { catalogEffect } from '../../src/surfacing/catalog-effect.ts';
import { evaluateExamples } from '../../src/surfacing/example-evaluation.ts';
import { judgeFindings } from '../../src/surfacing/judge-findings.ts';
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

/** The most that `work` asks of the judge within one turn of the event loop. */
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
    rank: (...args) => {
      count();
      return judge.rank(...args);
    },
    judge: (catalog, subject, prompts, signal) => {
      // Of several prompts the judge itself gives turns between them.
      if (prompts.length === 1) count();
      return judge.judge(catalog, subject, prompts, signal);
    },
  });
  isOver = true;
  return most;
}

it('an effect on others ranks a text, or an example as it is and as it would be, in a turn', async () => {
  expect(await mostInATurn((counting) => catalogEffect(counting, view, given))).toBe(2);
});

it('what is found in a document ranks one text in a turn', async () => {
  expect(await mostInATurn((counting) => judgeFindings(counting, view, given))).toBe(1);
});

it('nothing more is ranked for a caller who has gone', async () => {
  const gone = new AbortController();
  let ranked = 0;
  const counting: LexicalJudge = {
    ...judge,
    rank: (...args) => {
      ranked++;
      gone.abort(new Error('gone'));
      return judge.rank(...args);
    },
  };
  await expect(judgeFindings(counting, view, given, gone.signal)).rejects.toThrow('gone');
  expect(ranked).toBe(1);
});

it('a find among many trails gives turns, and is the same as one at once', async () => {
  const wanted = { limit: 3, mayUse: (id: string) => id !== MINUTES.id };
  // Every look at the clock is a slice later.
  let clock = 0;
  const slow = lexicalJudge({ encoder: null, now: () => (clock += 10) });
  const slowView = viewWith(slow, REMINDER, ADVERT, MINUTES);
  let turns = 0;
  let isOver = false;
  const nextTurn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  const found = await slow.find(slowView, 'write minutes and a job advert', wanted);
  isOver = true;
  expect(turns).toBeGreaterThan(3);
  expect(found).toEqual(await judge.find(view, 'write minutes and a job advert', wanted));
  expect(found.map(({ id }) => id)).toContain(ADVERT.id);
  const aborted = AbortSignal.abort(new Error('gone'));
  await expect(slow.find(slowView, 'write minutes', wanted, aborted)).rejects.toThrow('gone');
});

it('an evaluation judges one example in a turn', async () => {
  expect(await mostInATurn((counting) => evaluateExamples(counting, view, given))).toBe(1);
});
