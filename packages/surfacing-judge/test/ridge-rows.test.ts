// Tests how many texts represent each compared trail, and trails without evidence.
import { expect, it } from 'vitest';
import { featureReader } from '../src/features.ts';
import { indexTrail } from '../src/indexed-trail.ts';
import { judgedTrail } from '../src/judged-trail.ts';
import { ridgeRows } from '../src/ridge-rows.ts';
import { closeness } from '../src/similarity.ts';
import { statistics } from '../src/statistics.ts';

const read = featureReader();
const measure = statistics({ counted: 10, frequency: () => 1 });
const query = measure.queryWeights(read.features('zebra'));

/** A trail with this many match and no-match texts, of which the later ones are nearer. */
function contender(matches: number, noMatches: number) {
  const texts = (count: number, expect: 'match' | 'no_match') =>
    Array.from({ length: count }, (_, at) => ({ text: at % 2 === 0 ? `quartz ${at}` : `zebra ${at}`, expect }));
  const examples = [...texts(matches, 'match'), ...texts(noMatches, 'no_match')];
  const indexed = indexTrail(judgedTrail('a', { title: '', trigger: { examples } }), read, null);
  return { indexed, close: closeness(query, indexed, measure, undefined) };
}

it.each([
  // There are sixty-six texts in total, and three to twelve per trail.
  [1, 12],
  [5, 12],
  [6, 11],
  [11, 6],
  [22, 3],
  [30, 3],
])('with %i compared trails, takes %i match texts and three no-match texts from each', (trails, each) => {
  const contenders = Array.from({ length: trails }, () => contender(14, 5));
  const rows = ridgeRows(contenders, contender(20, 0));
  const count = (owner: number, kind: string) => rows.filter((row) => row.owner === owner && row.kind === kind).length;
  expect([count(0, 'positive'), count(trails - 1, 'positive')]).toEqual([each, each]);
  expect([count(0, 'no_match'), count(-1, 'background')]).toEqual([3, 8]);
});

it('takes the nearest texts first, and ties in order', () => {
  const rows = ridgeRows([contender(6, 0)], contender(0, 0));
  expect(rows.map(({ unit }) => unit)).toEqual([1, 3, 5, 0, 2, 4]);
  expect(rows.map(({ similarity }) => similarity > 0)).toEqual([true, true, true, false, false, false]);
});

it('gives a text without words no coverage', () => {
  const { indexed } = contender(3, 0);
  const nothing = measure.queryWeights(read.features(''));
  expect(closeness(nothing, indexed, measure, undefined)).toMatchObject({ centroid: 0, coverage: 0 });
});

it('gives a trail with only no-match examples no similarity', () => {
  const { close } = contender(0, 3);
  expect([close.centroid, close.coverage, close.meaning]).toEqual([0, 0, null]);
  expect([...close.units].some((similarity) => similarity > 0)).toBe(true);
});
