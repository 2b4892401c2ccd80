// Trains the encoder's last layer (bench/judge/train.ts). Tests its gradients and that it learns.
import { DIMENSIONS } from '@cairn/surfacing-judge/encoder/transformer';
import { describe, expect, it } from 'vitest';
import { trainDirection } from '../../bench/judge/direction.ts';
import { readOfficeTasks } from '../../bench/judge/judge-data.ts';
import { matrix } from '../../bench/judge/matrices.ts';
import { seededRandom } from '../../bench/judge/random.ts';
import { type Layer, type ReadTask, type Training, train } from '../../bench/judge/train.ts';

const random = seededRandom(7);
const noise = (scale: number) => Float32Array.from({ length: DIMENSIONS }, () => scale * (random.next() - 0.5));
const near = (centre: Float32Array) => noise(1).map((value, at) => value + (centre[at] ?? 0));

/** Tasks whose texts are around a common center, half hidden in noise. */
const TASKS: ReadTask[] = Array.from({ length: 12 }, (_, at) => {
  const centre = noise(1);
  return {
    group: at < 6 ? 'one' : 'other',
    title: near(centre),
    when: near(centre),
    prompts: Array.from({ length: 8 }, () => near(centre)),
  };
});
const EVERYDAY = Array.from({ length: 20 }, () => noise(1));
const start = (): Layer => ({
  kernel: matrix(
    DIMENSIONS,
    DIMENSIONS,
    Float32Array.from({ length: DIMENSIONS ** 2 }, () => 0.1 * (random.next() - 0.5)),
  ),
  bias: noise(0.1),
});
const SETTINGS: Training = { steps: 16, tasksAStep: 6, everydayAStep: 8, rate: 1e-3, temperature: 0.1 };

const STANDING = { steps: 1, rate: 0 };

/** The loss of each step. With a rate of 0 nothing changes. */
function losses(from: Layer, settings: Partial<Training>): number[] {
  const told: number[] = [];
  train(from, TASKS, EVERYDAY, seededRandom(3), { ...SETTINGS, ...settings }, (_, loss) => told.push(loss));
  return told;
}

describe('training the last layer', () => {
  it('moves weights and biases against their gradients, and reduces the loss', () => {
    // Adam's first step moves each weight by the learning rate. Its direction is the sign of the gradient, which equals
    // the sign of the loss difference when the weights are shifted by hand.
    const from = start();
    const before = losses(from, { steps: 1, rate: 0 })[0] ?? 0;
    const rate = 30 * 2e-5;
    const moved = train(from, TASKS, EVERYDAY, seededRandom(3), { ...SETTINGS, steps: 1, rate });
    const slopeSigns = moved.kernel.values.map((value, at) => Math.sign((from.kernel.values[at] ?? 0) - value));
    for (const at of [0, 5 * DIMENSIONS + 17, DIMENSIONS ** 2 - 1]) {
      const shifted = { ...from, kernel: matrix(DIMENSIONS, DIMENSIONS, from.kernel.values.slice()) };
      shifted.kernel.values[at] = (shifted.kernel.values[at] ?? 0) + 0.5;
      const back = { ...from, kernel: matrix(DIMENSIONS, DIMENSIONS, from.kernel.values.slice()) };
      back.kernel.values[at] = (back.kernel.values[at] ?? 0) - 0.5;
      const slope = (losses(shifted, { steps: 1, rate: 0 })[0] ?? 0) - (losses(back, { steps: 1, rate: 0 })[0] ?? 0);
      expect(Math.sign(slope), `weight ${at}`).toBe(slopeSigns[at]);
    }
    const biasSigns = moved.bias.map((value, at) => Math.sign((from.bias[at] ?? 0) - value));
    for (const at of [0, 7, DIMENSIONS - 1]) {
      const lossAt = (by: number) =>
        losses({ ...from, bias: from.bias.map((value, other) => (other === at ? value + by : value)) }, STANDING)[0] ??
        0;
      expect(Math.sign(lossAt(0.2) - lossAt(-0.2)), `bias ${at}`).toBe(biasSigns[at]);
    }
    expect(losses(moved, { steps: 1, rate: 0 })[0]).toBeLessThan(before);
  });

  it('learns with the same result each time', () => {
    const from = start();
    const told = losses(from, {});
    const mean = (part: number[]) => part.reduce((sum, one) => sum + one, 0) / part.length;
    expect(mean(told.slice(-3))).toBeLessThan(mean(told.slice(0, 3)));
    expect(losses(from, { steps: 2 })).toEqual(losses(from, { steps: 2 }));
  });

  it('does not modify the initial layer', () => {
    const from = start();
    const kernel = from.kernel.values.slice();
    losses(from, { steps: 2 });
    // A comparison number by number would take a second.
    expect(Buffer.compare(new Uint8Array(from.kernel.values.buffer), new Uint8Array(kernel.buffer))).toBe(0);
  });
});

describe('training the office direction', () => {
  const unit = (values: Float32Array) => values.map((value) => value / Math.hypot(...values));
  const offices = Array.from({ length: 60 }, () => unit(near(TASKS[0]?.title ?? noise(1))));
  const others = Array.from({ length: 15 }, () => unit(noise(1)));
  const texts = [
    ...offices.map((vector) => ({ vector, isOffice: true })),
    ...others.map((vector) => ({ vector, isOffice: false })),
  ];
  const oddsOf = (vector: Float32Array, direction: Float64Array) =>
    vector.reduce((sum, value, at) => sum + value * (direction[at] ?? 0), direction[DIMENSIONS] ?? 0);

  it('separates offices from others, even in unseen texts', () => {
    const direction = trainDirection(texts.filter((_, at) => at % 3 !== 0));
    for (const { vector, isOffice } of texts) expect(oddsOf(vector, direction) > 0).toBe(isOffice);
  });

  it('converges: the constant balances both classes with equal weight', () => {
    const direction = trainDirection(texts);
    const chance = (vector: Float32Array) => 1 / (1 + Math.exp(-oddsOf(vector, direction)));
    const sum = (vectors: readonly Float32Array[]) => vectors.reduce((total, vector) => total + chance(vector), 0);
    expect(sum(offices) + (offices.length / others.length) * sum(others)).toBeCloseTo(offices.length, 4);
  });
});

describe('the office tasks', () => {
  it('have eight different prompts each, of which almost none belongs to two tasks', () => {
    const tasks = readOfficeTasks();
    expect(tasks).toHaveLength(1040);
    const prompts = tasks.flatMap((task) => task.prompts);
    expect(prompts.length - new Set(prompts).size).toBeLessThan(10);
    for (const task of tasks) expect(new Set(task.prompts).size, task.title).toBe(8);
  });
});
