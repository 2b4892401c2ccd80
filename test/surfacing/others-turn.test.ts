// Long work of the judge gives everybody else a turn after each step.
import { type LexicalJudge, lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { expect, it } from 'vitest';
import { catalogEffect } from '../../src/surfacing/catalog-effect.ts';
import { evaluateExamples } from '../../src/surfacing/example-evaluation.ts';
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

it('an evaluation judges one example in a turn', async () => {
  expect(await mostInATurn((counting) => evaluateExamples(counting, view, given))).toBe(1);
});
