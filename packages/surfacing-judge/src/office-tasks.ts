// Office tasks (packages/judge-data/tasks) relate a prompt to a trail in addition to their words: the two are similar
// if they resemble the same tasks. The package ships 64 numbers per task (bench/judge/direction-main.ts): the
// directions in which tasks differ most.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { NEAR_TASK } from './constants.ts';
import { lineProducts } from './dot-products.ts';
import { DIMENSIONS } from './encoder/transformer.ts';
import type { QueryVector, UnitVectors } from './vectors.ts';

/** Numbers per task. */
export const TASK_NUMBERS = 64;

/** Directions in the vector space (rows of integers), the scale of each, and rows of TASK_NUMBERS, one per task. */
export interface TaskTable {
  readonly scales: Float32Array;
  readonly directions: Int8Array;
  readonly tasks: Int8Array;
}

export interface OfficeTasks {
  /** How close a text is to each task, as shares whose squares add up to 1. */
  shares(text: QueryVector): Float32Array;
  /** How similar a prompt with these shares and a trail are in terms of office tasks, from 0 to 1. */
  likeness(shares: Float32Array, trail: UnitVectors): number;
}

/** The trained file, resolved by package name so that bundled code finds it too. */
export function trainedTasks(): TaskTable {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@cairn/surfacing-judge/office-tasks.bin'));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows = new Int8Array(bytes.subarray(4 * TASK_NUMBERS));
  return {
    scales: Float32Array.from({ length: TASK_NUMBERS }, (_, at) => view.getFloat32(4 * at, true)),
    directions: rows.subarray(0, TASK_NUMBERS * DIMENSIONS),
    tasks: rows.subarray(TASK_NUMBERS * DIMENSIONS),
  };
}

/** The content of the file: the scales as 32-bit floats, little-endian, then both kinds of rows. */
export function taskFile({ scales, directions, tasks }: TaskTable): Buffer {
  const bytes = Buffer.alloc(4 * scales.length);
  for (const [at, scale] of scales.entries()) bytes.writeFloatLE(scale, 4 * at);
  return Buffer.concat([bytes, Buffer.from(directions), Buffer.from(tasks)]);
}

export function officeTasks(table: TaskTable): OfficeTasks {
  const shares = ({ row, length }: QueryVector): Float32Array => sharesOf(nearness(placeOf(row, length, table), table));
  // Cached as long as the close reading, at four kilobytes each.
  const known = new WeakMap<UnitVectors, Float32Array>();
  const trailShares = (trail: UnitVectors): Float32Array => {
    const before = known.get(trail);
    if (before !== undefined) return before;
    const { centroid: row, centroidLength: length } = trail;
    const fresh = length === 0 ? NONE : shares({ row, length });
    known.set(trail, fresh);
    return fresh;
  };
  return {
    shares,
    likeness(prompt, trail) {
      const own = trailShares(trail);
      let sum = 0;
      for (let task = 0; task < own.length; task++) sum += (own[task] ?? 0) * (prompt[task] ?? 0);
      return sum;
    },
  };
}

const NONE = new Float32Array(0);

/** Projects a text onto the directions of the table. */
function placeOf(row: Int8Array, length: number, { scales, directions }: TaskTable): Float32Array {
  const products = lineProducts(row, directions, TASK_NUMBERS);
  return scales.map((scale, direction) => (scale * (products[direction] ?? 0)) / length);
}

/** How close a point is to each task. */
function nearness(place: Float32Array, { tasks }: TaskTable): Float32Array {
  const near = new Float32Array(tasks.length / TASK_NUMBERS);
  for (let task = 0; task < near.length; task++) {
    const from = task * TASK_NUMBERS;
    let sum = 0;
    for (let at = 0; at < TASK_NUMBERS; at++) sum += (place[at] ?? 0) * (tasks[from + at] ?? 0);
    near[task] = sum;
  }
  return near;
}

function sharesOf(near: Float32Array): Float32Array {
  const nearest = near.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const powers = near.map((one) => Math.exp((one - nearest) / NEAR_TASK));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => Math.sqrt(power / total));
}
