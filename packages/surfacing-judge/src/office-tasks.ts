// Tasks that offices have (bench/judge/office-tasks), as what a prompt and a trail may have in common beside their words:
// they are alike where they are near to the same tasks. Of each task 64 numbers are written down beside the package
// (bench/judge/tasks-main.ts), the directions in which tasks differ most.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { NEAR_TASK, TRAIL_TASKS } from './constants.ts';
import { DIMENSIONS } from './encoder/transformer.ts';
import { lengthOf, type QueryVector, type UnitVectors } from './vectors.ts';

/** Numbers a task. */
export const TASK_NUMBERS = 64;

/** Directions among vectors (rows of whole numbers), the scale of each, and rows of TASK_NUMBERS, one a task. */
export interface TaskTable {
  readonly scales: Float32Array;
  readonly directions: Int8Array;
  readonly tasks: Int8Array;
}

export interface OfficeTasks {
  /** How near a text is to each task: shares whose squares sum up to 1. */
  shares(text: QueryVector): Float32Array;
  /** How alike a prompt of these shares and a trail are in the tasks that they are near to: 0..1. */
  likeness(shares: Float32Array, trail: UnitVectors): number;
}

/** The file that was trained; found by the package's own name, so that a bundle elsewhere finds it too. */
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

/** What a table is written down as: the scales as 32-bit floats, the lowest byte first, then both kinds of rows. */
export function taskFile({ scales, directions, tasks }: TaskTable): Buffer {
  const bytes = Buffer.alloc(4 * scales.length);
  for (const [at, scale] of scales.entries()) bytes.writeFloatLE(scale, 4 * at);
  return Buffer.concat([bytes, Buffer.from(directions), Buffer.from(tasks)]);
}

export function officeTasks({ scales, directions, tasks }: TaskTable): OfficeTasks {
  const count = tasks.length / TASK_NUMBERS;
  const shares = ({ row, length }: QueryVector): Float32Array => {
    const place = scales.map(
      (scale, at) => (scale * product(row, 0, directions, at * DIMENSIONS, DIMENSIONS)) / length,
    );
    const near = Float32Array.from({ length: count }, (_, task) =>
      product(place, 0, tasks, task * TASK_NUMBERS, TASK_NUMBERS),
    );
    const nearest = near.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
    const powers = near.map((one) => Math.exp((one - nearest) / NEAR_TASK));
    const total = powers.reduce((sum, power) => sum + power, 0);
    return powers.map((power) => Math.sqrt(power / total));
  };
  // As long as the trail is kept read.
  const known = new WeakMap<UnitVectors, NearTasks>();
  const nearTasks = (trail: UnitVectors): NearTasks => {
    const before = known.get(trail);
    if (before !== undefined) return before;
    const length = lengthOf(trail.centroid, 0);
    const fresh = length === 0 ? NONE : largest(shares({ row: trail.centroid, length }));
    known.set(trail, fresh);
    return fresh;
  };
  return {
    shares,
    likeness(prompt, trail) {
      const { tasks: near, shares: own } = nearTasks(trail);
      let sum = 0;
      for (let at = 0; at < near.length; at++) sum += (own[at] ?? 0) * (prompt[near[at] ?? 0] ?? 0);
      return sum;
    },
  };
}

/** The tasks that a trail is nearest to, and its shares of them; of the others it has next to nothing. */
interface NearTasks {
  readonly tasks: Uint16Array;
  readonly shares: Float32Array;
}

const NONE: NearTasks = { tasks: new Uint16Array(0), shares: new Float32Array(0) };

function largest(shares: Float32Array): NearTasks {
  const order = [...shares.keys()].sort((one, other) => (shares[other] ?? 0) - (shares[one] ?? 0) || one - other);
  const tasks = Uint16Array.from(order.slice(0, TRAIL_TASKS));
  return { tasks, shares: Float32Array.from(tasks, (task) => shares[task] ?? 0) };
}

function product(one: ArrayLike<number>, from: number, other: Int8Array, otherFrom: number, size: number): number {
  let sum = 0;
  for (let at = 0; at < size; at++) sum += (one[from + at] ?? 0) * (other[otherFrom + at] ?? 0);
  return sum;
}
