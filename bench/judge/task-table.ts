// Finds the directions in which vectors of office tasks differ most, and expresses each task in these coordinates:
// principal components by subspace iteration.
import { DIMENSIONS } from '@cairn/surfacing-judge/encoder/transformer';
import { TASK_NUMBERS, type TaskTable } from '@cairn/surfacing-judge/office-tasks';
import { directionOf } from '@cairn/surfacing-judge/vectors';
import { type Random, seededRandom } from './random.ts';

const ROUNDS = 100;

/** The table of tasks. Each task is the normalized mean of its texts' unit vectors. */
export function taskTable(tasks: readonly (readonly Float32Array[])[], random: Random = seededRandom(7)): TaskTable {
  const means = tasks.map((texts) => unit(sumOf(texts)));
  const middle = sumOf(means).map((value) => value / means.length);
  const apart = means.map((mean) => mean.map((value, at) => value - (middle[at] ?? 0)));
  let directions = orthogonal(
    Array.from({ length: TASK_NUMBERS }, () => Float64Array.from({ length: DIMENSIONS }, () => random.next() - 0.5)),
  );
  for (let round = 0; round < ROUNDS; round++) {
    directions = orthogonal(
      directions.map((direction) => {
        const turned = new Float64Array(DIMENSIONS);
        for (const row of apart) add(turned, row, product(row, direction));
        return turned;
      }),
    );
  }
  const places = directions.map((direction) => apart.map((row) => product(row, direction)));
  const largest = places.map((own) => Math.max(...own.map(Math.abs)));
  const rows = directions.map((direction) => directionOf(direction));
  const step = (at: number): number => (largest[at] ?? 0) / 127;
  const finest = (at: number): number => Math.max(...(directions[at] ?? []).map(Math.abs)) / 127;
  return {
    scales: Float32Array.from(directions, (_, at) => step(at) * finest(at)),
    directions: Int8Array.from(rows.flatMap((row) => [...row])),
    tasks: Int8Array.from(apart.flatMap((_, task) => places.map((own, at) => Math.round((own[task] ?? 0) / step(at))))),
  };
}

function sumOf(vectors: readonly ArrayLike<number>[]): Float64Array {
  const sum = new Float64Array(DIMENSIONS);
  for (const vector of vectors) add(sum, vector, 1);
  return sum;
}

/** Gram-Schmidt: an orthonormal basis of the same space. */
function orthogonal(vectors: readonly Float64Array[]): Float64Array[] {
  const upright: Float64Array[] = [];
  for (const vector of vectors) {
    const left = vector.slice();
    for (const other of upright) add(left, other, -product(left, other));
    upright.push(unit(left));
  }
  return upright;
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(product(vector, vector));
  return vector.map((value) => value / length);
}

function product(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function add(to: Float64Array, vector: ArrayLike<number>, share: number): void {
  for (let at = 0; at < DIMENSIONS; at++) to[at] = (to[at] ?? 0) + share * (vector[at] ?? 0);
}
