// What tells a prompt of an office from an everyday one: a direction among the encoder's vectors, trained on office
// tasks and everyday prompts (bench/judge/direction-main.ts) and written down beside the package.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DIMENSIONS } from './encoder/transformer.ts';
import type { QueryVector } from './vectors.ts';

/** A weight for each number of a vector of length 1, and behind them a constant. */
export type OfficeDirection = Float32Array;

/** The file that was trained; found by the package's own name, so that a bundle elsewhere finds it too. */
export function trainedDirection(): OfficeDirection {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@cairn/surfacing-judge/office-direction.bin'));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: DIMENSIONS + 1 }, (_, at) => view.getFloat32(4 * at, true));
}

/** What a direction is written down as: 32-bit floats, the lowest byte first. */
export function directionFile(direction: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(4 * direction.length);
  for (let at = 0; at < direction.length; at++) bytes.writeFloatLE(direction[at] ?? 0, 4 * at);
  return bytes;
}

/** The log-odds that somebody asks for a task of an office, not for something everyday; 0 for what tells neither. */
export function officeOdds({ row, length }: QueryVector, direction: OfficeDirection): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at++) sum += (row[at] ?? 0) * (direction[at] ?? 0);
  return sum / length + (direction[DIMENSIONS] ?? 0);
}
