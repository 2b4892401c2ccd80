// Trains the last layer of the sentence encoder further. A prompt should be nearer to its task than to 127 other tasks
// and to everyday prompts, and a task nearer to its own prompts than to others (InfoNCE, van den Oord et al. 2018,
// arXiv 1807.03748, in both directions). The layers below are not trained, so each text is encoded once.
import { DIMENSIONS } from '@cairn/surfacing-judge/encoder/transformer';
import { beforeUnitRows, type Matrix, matrix, product, productOfColumns, rowProducts, unitRows } from './matrices.ts';
import type { Random } from './random.ts';

/** `kernel` has one row per input and one column per output. */
export interface Layer {
  readonly kernel: Matrix;
  readonly bias: Float32Array;
}

/** A task as the last layer's inputs for each of its texts. */
export interface ReadTask {
  readonly group: string;
  readonly title: Float32Array;
  readonly when: Float32Array;
  readonly prompts: readonly Float32Array[];
}

export interface Training {
  readonly steps: number;
  readonly tasksAStep: number;
  readonly everydayAStep: number;
  /** Adam's peak rate. It rises for 30 steps, then falls to 0. */
  readonly rate: number;
  /** The temperature of the similarities. The smaller it is, the more the nearest wrong one counts. */
  readonly temperature: number;
}

const TRAINING: Training = { steps: 600, tasksAStep: 128, everydayAStep: 96, rate: 3e-4, temperature: 0.05 };

/** The share of the loss for finding a prompt from its task. */
const BACKWARDS = 0.5;

/** The texts of one step: two prompts per task, the texts of each task, and everyday prompts. */
interface Batch {
  readonly rows: readonly Float32Array[];
  readonly tasks: number;
  /** The number of texts that represent each task. */
  readonly parts: readonly number[];
}

/** Trains a copy of the layer. `told` receives the loss of every step. */
export function train(
  from: Layer,
  tasks: readonly ReadTask[],
  everyday: readonly Float32Array[],
  random: Random,
  settings: Training = TRAINING,
  told: (step: number, loss: number) => void = () => undefined,
): Layer {
  const kernel = matrix(DIMENSIONS, DIMENSIONS, from.kernel.values.slice());
  const bias = from.bias.slice();
  const move = [adam(kernel.values), adam(bias)] as const;
  for (let step = 1; step <= settings.steps; step++) {
    const batch = batchOf(tasks, everyday, random, settings);
    const read = matrix(batch.rows.length, DIMENSIONS);
    for (const [row, values] of batch.rows.entries()) read.values.set(values, row * DIMENSIONS);
    const out = product(read, kernel);
    for (let at = 0; at < out.values.length; at++)
      out.values[at] = Math.tanh((out.values[at] ?? 0) + (bias[at % DIMENSIONS] ?? 0));
    const curved = out.values.slice();
    const lengths = unitRows(out);
    const { loss, gradient } = lossOf(out, batch, settings.temperature);
    beforeUnitRows(gradient, out, lengths);
    for (let at = 0; at < curved.length; at++)
      gradient.values[at] = (gradient.values[at] ?? 0) * (1 - (curved[at] ?? 0) ** 2);
    const rate = settings.rate * Math.min(1, step / 30) * (1 - step / (settings.steps + 1));
    move[0](productOfColumns(read, gradient).values, rate, step);
    move[1](columnSums(gradient), rate, step);
    told(step, loss);
  }
  return { kernel, bias };
}

/**
 * Half of the tasks belong to one group, in which they are hard to distinguish. A task consists of its title, usually
 * its trigger text, and at most two other prompts.
 */
function batchOf(
  tasks: readonly ReadTask[],
  everyday: readonly Float32Array[],
  random: Random,
  { tasksAStep, everydayAStep }: Training,
): Batch {
  const { group } = random.pick(tasks);
  const near = random.sample(
    tasks.filter((task) => task.group === group),
    tasksAStep / 2,
  );
  const others = tasks.filter((task) => !near.includes(task));
  const picked = [...near, ...random.sample(others, tasksAStep - near.length)];
  const anchors: Float32Array[] = [];
  const parts = picked.map((task) => {
    const [one, other, ...more] = random.sample(task.prompts, 4);
    anchors.push(...[one, other].filter((prompt) => prompt !== undefined));
    const own = random.next() < 0.8 ? [task.title, task.when] : [task.title];
    return [...own, ...more.slice(0, random.pick([0, 0, 1, 2]))];
  });
  return {
    rows: [...anchors, ...parts.flat(), ...random.sample(everyday, everydayAStep)],
    tasks: picked.length,
    parts: parts.map((texts) => texts.length),
  };
}

function lossOf(vectors: Matrix, { tasks, parts }: Batch, temperature: number): { loss: number; gradient: Matrix } {
  const anchors = rowsOf(vectors, 0, 2 * tasks);
  const behind = 2 * tasks + parts.reduce((sum, count) => sum + count, 0);
  const everyday = rowsOf(vectors, behind, vectors.rows);
  const whole = matrix(tasks, DIMENSIONS);
  eachPart(parts, 2 * tasks, (task, row) => addRow(whole, task, vectors, row));
  const lengths = unitRows(whole);

  const likeness = rowProducts(anchors, whole);
  const ordinary = rowProducts(anchors, everyday);
  const toTasks = matrix(anchors.rows, tasks);
  const toEveryday = matrix(anchors.rows, everyday.rows);
  let loss = 0;
  for (let row = 0; row < anchors.rows; row++) {
    const own = Math.floor(row / 2);
    const scores = [...rowsOf(likeness, row, row + 1).values, ...rowsOf(ordinary, row, row + 1).values];
    const shares = sharesOf(scores.map((score) => score / temperature));
    loss -= Math.log(shares[own] ?? 1) / anchors.rows;
    for (const [at, share] of shares.entries()) {
      const slope = (share - Number(at === own)) / (anchors.rows * temperature);
      if (at < tasks) toTasks.values[row * tasks + at] = slope;
      else toEveryday.values[row * everyday.rows + at - tasks] = slope;
    }
  }
  for (let task = 0; task < tasks; task++) {
    const scores = Array.from(
      { length: anchors.rows },
      (_, row) => (likeness.values[row * tasks + task] ?? 0) / temperature,
    );
    const shares = sharesOf(scores);
    const own = (shares[2 * task] ?? 0) + (shares[2 * task + 1] ?? 0);
    loss -= (BACKWARDS * Math.log(own)) / tasks;
    for (const [row, share] of shares.entries()) {
      const slope = share - (Math.floor(row / 2) === task ? share / own : 0);
      const at = row * tasks + task;
      toTasks.values[at] = (toTasks.values[at] ?? 0) + (BACKWARDS * slope) / (tasks * temperature);
    }
  }

  const gradient = matrix(vectors.rows, DIMENSIONS);
  gradient.values.set(product(toTasks, whole).values);
  const further = product(toEveryday, everyday);
  for (let at = 0; at < further.values.length; at++)
    gradient.values[at] = (gradient.values[at] ?? 0) + (further.values[at] ?? 0);
  gradient.values.set(productOfColumns(toEveryday, anchors).values, behind * DIMENSIONS);
  const ofWhole = productOfColumns(toTasks, anchors);
  beforeUnitRows(ofWhole, whole, lengths);
  eachPart(parts, 2 * tasks, (task, row) => addRow(gradient, row, ofWhole, task));
  return { loss, gradient };
}

function eachPart(parts: readonly number[], from: number, heard: (task: number, row: number) => void): void {
  let row = from;
  for (const [task, count] of parts.entries()) for (let one = 0; one < count; one++) heard(task, row++);
}

const rowsOf = ({ columns, values }: Matrix, from: number, to: number): Matrix =>
  matrix(to - from, columns, values.subarray(from * columns, to * columns));

function addRow(to: Matrix, row: number, from: Matrix, fromRow: number): void {
  for (let at = 0; at < to.columns; at++) {
    const place = row * to.columns + at;
    to.values[place] = (to.values[place] ?? 0) + (from.values[fromRow * from.columns + at] ?? 0);
  }
}

/** Softmax. */
function sharesOf(scores: readonly number[]): number[] {
  const largest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - largest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function columnSums({ rows, columns, values }: Matrix): Float32Array {
  const sums = new Float32Array(columns);
  for (let at = 0; at < rows * columns; at++) sums[at % columns] = (sums[at % columns] ?? 0) + (values[at] ?? 0);
  return sums;
}

/** Adam (Kingma and Ba 2015, arXiv 1412.6980): updates the values in place. */
function adam(values: Float32Array): (gradient: Float32Array, rate: number, step: number) => void {
  const [FIRST, SECOND, TINY] = [0.9, 0.999, 1e-8];
  const mean = new Float32Array(values.length);
  const square = new Float32Array(values.length);
  return (gradient, rate, step) => {
    const [meanScale, squareScale] = [1 / (1 - FIRST ** step), 1 / (1 - SECOND ** step)];
    for (let at = 0; at < values.length; at++) {
      const slope = gradient[at] ?? 0;
      const first = FIRST * (mean[at] ?? 0) + (1 - FIRST) * slope;
      const second = SECOND * (square[at] ?? 0) + (1 - SECOND) * slope * slope;
      mean[at] = first;
      square[at] = second;
      values[at] = (values[at] ?? 0) - (rate * first * meanScale) / (Math.sqrt(second * squareScale) + TINY);
    }
  };
}
