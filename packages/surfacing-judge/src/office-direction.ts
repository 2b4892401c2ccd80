// Separates office prompts from everyday ones: a direction in the encoder's space, trained on office tasks and everyday
// prompts (bench/judge/direction-main.ts) and shipped with the package.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DIMENSIONS } from './encoder/transformer.ts';
import type { QueryVector } from './vectors.ts';

/** A weight per number of a unit vector, then a constant. */
export type OfficeDirection = Float32Array;

/** The trained file, resolved by package name so that bundled code finds it too. */
export function trainedDirection(): OfficeDirection {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@cairn/surfacing-judge/office-direction.bin'));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: DIMENSIONS + 1 }, (_, at) => view.getFloat32(4 * at, true));
}

/** The content of the file: 32-bit floats, little-endian. */
export function directionFile(direction: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(4 * direction.length);
  for (let at = 0; at < direction.length; at++) bytes.writeFloatLE(direction[at] ?? 0, 4 * at);
  return bytes;
}

/** The log-odds that a text is an office task and not an everyday request; 0 if unknown. */
export function officeOdds({ row, length }: QueryVector, direction: OfficeDirection): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at++) sum += (row[at] ?? 0) * (direction[at] ?? 0);
  return sum / length + (direction[DIMENSIONS] ?? 0);
}
