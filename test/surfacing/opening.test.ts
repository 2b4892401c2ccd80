// Opening the judge computes the data behind every verdict once, and yields to other requests during that time.
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { expect, it } from 'vitest';
import { MINUTES, REMINDER, viewWith } from './trails-for-tests.ts';

/** A judge with a clock that advances with every step, and the number of steps between two turns of the event loop. */
function steppedJudge() {
  let clock = 0;
  const judge = lexicalJudge({ encoder: null, now: () => clock++ });
  return { judge, clock: () => clock };
}

it('yields every five milliseconds', async () => {
  const { judge, clock } = steppedJudge();
  let isOver = false;
  const waits: number[] = [];
  const turns = (async () => {
    for (let last = clock(); !isOver; last = clock()) {
      await new Promise(setImmediate);
      waits.push(clock() - last);
    }
  })();
  await judge.ready();
  isOver = true;
  await turns;
  expect(clock()).toBeGreaterThan(100);
  // The clock is read once at the start of the slice and once at its end.
  expect(Math.max(...waits)).toBeLessThanOrEqual(7);
});

it('finishes in one step for a caller that cannot wait, with the same verdicts', async () => {
  const { judge } = steppedJudge();
  const opening = Promise.all([judge.ready(), judge.ready()]);
  await new Promise(setImmediate);
  const early = viewWith(judge, REMINDER, MINUTES);
  const ranked = judge.rank(early, null, 'write a payment reminder');
  await opening;
  const opened = lexicalJudge({ encoder: null });
  await opened.ready();
  const confidences = ({ scored }: typeof ranked) =>
    scored.map(({ indexed, confidence }) => [indexed.trail.id, confidence]);
  const other = opened.rank(viewWith(opened, REMINDER, MINUTES), null, 'write a payment reminder');
  expect(confidences(ranked)).toEqual(confidences(other));
  expect(confidences(await opened.rankInTurns(early, 'write a payment reminder'))).toEqual(confidences(other));
});

it('starts over after a failure', async () => {
  const failures = [new Error('No log to report to.')];
  const judge = lexicalJudge({
    encoder: () => {
      throw new Error('damaged');
    },
    reportDamage: () => {
      const failure = failures.pop();
      if (failure !== undefined) throw failure;
    },
  });
  await expect(judge.ready()).rejects.toThrow('No log');
  await judge.ready();
  expect(judge.meaning).toBeUndefined();
});

it('ranks in one step if the catalog changed during a sliced ranking', async () => {
  const { judge } = steppedJudge();
  const view = viewWith(judge, REMINDER, MINUTES);
  const ranking = judge.rankInTurns(view, 'write a payment reminder');
  view.catalogs[0]?.remove(REMINDER.id);
  expect((await ranking).scored.map(({ indexed }) => indexed.trail.id)).toEqual([MINUTES.id]);
});
