// Tests the similarity of a prompt and a trail in terms of office tasks, and the choice among the compared trails.
import { describe, expect, it } from 'vitest';
import { calibrated } from '../src/calibration.ts';
import { sharesOf } from '../src/choice.ts';
import { CALIBRATION_WITH_MEANING } from '../src/constants.ts';
import { builtEncoder } from '../src/encoder/sentence-encoder.ts';
import { DIMENSIONS } from '../src/encoder/transformer.ts';
import { judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';
import { officeTasks, TASK_NUMBERS, taskFile, trainedTasks } from '../src/office-tasks.ts';
import { directionOf, lengthOf, unitVectors } from '../src/vectors.ts';

const encoder = builtEncoder();
const rowOf = (text: string): Int8Array => directionOf(encoder?.encode(text) ?? []);
const trailOf = (...texts: string[]) =>
  unitVectors(
    Int8Array.from(texts.flatMap((text) => [...rowOf(text)])),
    texts.map(() => 1),
  );

describe('office tasks', () => {
  it.runIf(encoder !== undefined)('connect a prompt to the trail for its task, even without shared words', () => {
    const tasks = officeTasks(trainedTasks());
    const trails = {
      handover: trailOf('Write a handover note', 'The shift ends and the next team must know every patient.'),
      dunning: trailOf('Chase an open item', 'A customer has not paid and needs a reminder.'),
      hiring: trailOf('Screen applications', 'Many people applied and some are to be invited.'),
    };
    for (const [prompt, own] of [
      ['what evening staff must know about bed 4', 'handover'],
      ['invoice 60 days overdue, second letter', 'dunning'],
      ['which of these cvs should we talk to', 'hiring'],
    ] as const) {
      const row = rowOf(prompt);
      const shares = tasks.shares({ row, length: lengthOf(row, 0) });
      expect(shares.reduce((sum, share) => sum + share * share, 0)).toBeCloseTo(1, 4);
      const likeness = Object.entries(trails).map(([name, trail]) => [name, tasks.likeness(shares, trail)] as const);
      const [best] = likeness.sort(([, one], [, other]) => other - one);
      expect(best?.[0], prompt).toBe(own);
      expect(best?.[1]).toBeLessThanOrEqual(1.0001);
    }
  });

  it('have no effect on a trail without a vector', () => {
    const tasks = officeTasks(trainedTasks());
    const row = Int8Array.from({ length: DIMENSIONS }, (_, at) => (at % 7) - 3);
    const shares = tasks.shares({ row, length: lengthOf(row, 0) });
    expect(tasks.likeness(shares, unitVectors(new Int8Array(DIMENSIONS), [1]))).toBe(0);
  });

  it('are read back as they were written', () => {
    const table = trainedTasks();
    expect(table.scales).toHaveLength(TASK_NUMBERS);
    expect(table.directions).toHaveLength(TASK_NUMBERS * DIMENSIONS);
    expect(table.tasks.length % TASK_NUMBERS).toBe(0);
    const written = taskFile(table);
    expect(written.readFloatLE(4)).toBe(table.scales[1]);
    expect(written.readInt8(4 * TASK_NUMBERS + 3)).toBe(table.directions[3]);
    expect(written.readInt8(written.length - 1)).toBe(table.tasks.at(-1));
  });
});

describe('the choice among compared trails', () => {
  it('shares the probability between the trails and none', () => {
    expect(sharesOf([0])).toEqual([0.5]);
    const [one = 0, other = 0] = sharesOf([2, 1]);
    expect(one / other).toBeCloseTo(Math.E, 9);
    expect(one + other).toBeCloseTo((Math.E ** 2 + Math.E) / (1 + Math.E + Math.E ** 2), 9);
    expect(sharesOf([900, -900])).toEqual([1, 0]);
    expect(calibrated([])).toEqual([]);
  });

  it.runIf(encoder !== undefined)('is made if meanings are compared, and not by words alone', () => {
    const sums = [undefined, null].map((own) => {
      const judge = lexicalJudge(own === null ? { encoder: null } : {});
      const catalog = judge.emptyCatalog();
      for (const [title, when] of [
        ['Remind a customer of an open invoice', 'Somebody has not paid in time.'],
        ['Check the invoice of a supplier', 'A bill came in with the goods.'],
        ['Offer a customer a discount', 'Last year’s stock has to go.'],
      ] as const) {
        const trail = judgedTrail(title, { title, trigger: { when } });
        catalog.upsert(trail, judge.meaning?.trail(trail) ?? null);
      }
      const view = { catalogs: [catalog], hidden: new Set<string>() };
      const { scored } = judge.rank(view, null, 'letter to the customer on the invoice of the supplier');
      expect(scored).toHaveLength(3);
      return scored.reduce((sum, { confidence }) => sum + confidence, 0);
    });
    expect(sums[0]).toBeLessThanOrEqual(1);
    expect(sums[1]).toBeGreaterThan(1);
    expect(CALIBRATION_WITH_MEANING.task).toBeGreaterThan(0);
  });
});
