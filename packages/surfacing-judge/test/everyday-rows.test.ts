// The everyday prompts have the same vectors whether the build or the process computes them.
import { expect, it } from 'vitest';
import { openBaseline } from '../src/baseline.ts';
import { builtEncoder } from '../src/encoder/sentence-encoder.ts';
import { builtEverydayRows } from '../src/everyday-rows.ts';
import { featureReader } from '../src/features.ts';
import { atOnce } from '../src/steps.ts';
import { everydayPhrases, everydayPrompts } from '../src/word-lists.ts';

it('a judge that computes the everyday vectors itself gets the vectors of the build, including texts that look foreign', () => {
  const encoder = builtEncoder();
  if (encoder === undefined) throw new Error('The encoder is not built: run npm run build.');
  const { isForeign } = featureReader();
  const all = [...everydayPrompts(), ...everydayPhrases()];
  const foreign = all.filter(isForeign);
  expect(foreign).toContain('yo');
  const background = [...foreign, ...all.slice(0, 20)];
  const opened = atOnce(openBaseline({ encoder, background }));
  const built = new Int8Array(builtEverydayRows()?.subarray(32) ?? []);
  const rowOf = (rows: Int8Array, row: number) => [...rows.subarray(row * 512, (row + 1) * 512)];
  for (const [row, text] of background.entries()) {
    expect(rowOf(opened.everyday?.rows ?? new Int8Array(0), row)).toEqual(rowOf(built, all.indexOf(text)));
  }
});
