// Trains the encoder's last layer and writes packages/surfacing-judge/office-layer.bin: node scripts/run-ts.mjs
// bench/judge/train-main.ts. Build and fit again afterwards. Deterministic; takes ten minutes.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readEncoderFile } from '@cairn/surfacing-judge/encoder/encoder-file';
import { sentenceEncoder } from '@cairn/surfacing-judge/encoder/sentence-encoder';
import { DIMENSIONS } from '@cairn/surfacing-judge/encoder/transformer';
import { everydayPhrases, everydayPrompts } from '@cairn/surfacing-judge/word-lists';
import { readOfficeTasks } from './judge-data.ts';
import { matrix } from './matrices.ts';
import { seededRandom } from './random.ts';
import { type Layer, train } from './train.ts';

const TARGET = 'packages/surfacing-judge/office-layer.bin';
/** The encoder's file interleaves columns and rows. */
const [PANEL, PAIR] = [8, 2];

const path = createRequire(import.meta.url).resolve('@cairn/surfacing-judge/sentence-encoder.bin');
const file = new Uint8Array(readFileSync(path));
const { mean } = sentenceEncoder(file);
const read = (text: string): Float32Array => {
  const found = mean(text);
  if (found === undefined) throw new Error(`"${text}" has no piece.`);
  return found;
};
const tasks = readOfficeTasks().map(({ group, title, when, prompts }) => ({
  group,
  title: read(title),
  when: read(when),
  prompts: prompts.map(read),
}));
const everyday = [...everydayPrompts(), ...everydayPhrases()].map(read);
console.log(`${tasks.length} tasks, ${everyday.length} everyday prompts`);
let losses: number[] = [];
const trained = train(publishedLayer(), tasks, everyday, seededRandom(1), undefined, (step, loss) => {
  losses.push(loss);
  if (step % 50 !== 0) return;
  console.log(step, (losses.reduce((sum, one) => sum + one, 0) / losses.length).toFixed(3));
  losses = [];
});
writeFileSync(TARGET, layerFile(trained));

function publishedLayer(): Layer {
  const encoder = readEncoderFile(file);
  const [whole, scales] = [encoder.numbers('sentence'), encoder.numbers('sentence.scale')];
  const kernel = matrix(DIMENSIONS, DIMENSIONS);
  for (let column = 0; column < DIMENSIONS; column++) {
    const panel = Math.floor(column / PANEL) * PANEL * DIMENSIONS + PAIR * (column % PANEL);
    for (let row = 0; row < DIMENSIONS; row++) {
      const at = panel + Math.floor(row / PAIR) * PAIR * PANEL + (row % PAIR);
      kernel.values[row * DIMENSIONS + column] = (whole[at] ?? 0) * (scales[column] ?? 0);
    }
  }
  return { kernel, bias: Float32Array.from(encoder.numbers('sentence.bias')) };
}

/** A row of 8-bit integers for each input, then a scale and a bias for each column as 32-bit floats. */
function layerFile({ kernel, bias }: Layer): Buffer {
  const scales = new Float32Array(DIMENSIONS);
  for (const [at, value] of kernel.values.entries())
    scales[at % DIMENSIONS] = Math.max(scales[at % DIMENSIONS] ?? 0, Math.abs(value) / 127);
  const whole = Int8Array.from(kernel.values, (value, at) => Math.round(value / (scales[at % DIMENSIONS] || 1)));
  return Buffer.concat([whole, scales, bias].map(({ buffer }) => Buffer.from(buffer)));
}
