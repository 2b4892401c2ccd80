// Trains the direction that separates office prompts from everyday ones, computes the table of office tasks, and writes
// both to the package (packages/surfacing-judge/office-direction.bin and office-tasks.bin): node scripts/run-ts.mjs
// bench/judge/direction-main.ts. Run it after train-main.ts, or after a change to the tasks or the everyday prompts,
// then fit the calibration. Deterministic; takes a minute.
import { writeFileSync } from 'node:fs';
import { directionFile } from '@cairn/surfacing-judge/office-direction';
import { taskFile } from '@cairn/surfacing-judge/office-tasks';
import { directionOf } from '@cairn/surfacing-judge/vectors';
import { everydayPhrases, everydayPrompts } from '@cairn/surfacing-judge/word-lists';
import { trainDirection } from './direction.ts';
import { readOfficeTasks } from './judge-data.ts';
import { keptEncoder } from './kept-vectors.ts';
import { taskTable } from './task-table.ts';

const kept = keptEncoder();
/** In the form that the judge compares: converted to 8-bit integers, then scaled to length 1. */
const vectorOf = (text: string): Float32Array => {
  const found = kept.encoder?.encode(text);
  if (found === undefined) throw new Error(`"${text}" has no vector: is the encoder built?`);
  const whole = directionOf(found);
  const length = Math.hypot(...whole);
  return Float32Array.from(whole, (value) => value / length);
};
const tasks = readOfficeTasks();
const office = tasks.flatMap(({ prompts }) => prompts);
const everyday = [...everydayPrompts(), ...everydayPhrases()];
console.log(`${office.length} prompts of offices, ${everyday.length} everyday prompts`);
const direction = trainDirection([
  ...office.map((text) => ({ vector: vectorOf(text), isOffice: true })),
  ...everyday.map((text) => ({ vector: vectorOf(text), isOffice: false })),
]);
const table = taskTable(tasks.map(({ title, when, prompts }) => [title, when, ...prompts].map(vectorOf)));
kept.keep();
writeFileSync('packages/surfacing-judge/office-direction.bin', directionFile(direction));
writeFileSync('packages/surfacing-judge/office-tasks.bin', taskFile(table));
