// The live trails of a catalog: which are near, and what an edit leaves behind.
import { expect, it } from 'vitest';
import { DIMENSIONS } from '../src/encoder/transformer.ts';
import { featureReader } from '../src/features.ts';
import { judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';
import { liveCatalog } from '../src/live-catalog.ts';
import { statistics } from '../src/statistics.ts';
import { trailUnits } from '../src/trail-units.ts';
import { directionOf, lengthOf } from '../src/vectors.ts';

const trail = (id: string, title: string, examples: readonly string[] = []) =>
  judgedTrail(id, {
    title,
    trigger: { when: '', keywords: [], examples: examples.map((text) => ({ text, expect: 'match' as const })) },
  });
const everything = (): boolean => true;

function opened() {
  const read = featureReader();
  const catalog = liveCatalog(read, () => 4);
  const near = (text: string, take: number, admits: (id: string) => boolean = everything) =>
    catalog.nearest(statistics([catalog]).queryWeights(read.features(text)), take, admits);
  return { catalog, near };
}

it('the nearest trails come best first, ties by id, with their rough closeness', () => {
  const { catalog, near } = opened();
  catalog.upsert(trail('c', 'zebra'));
  catalog.upsert(trail('b', 'zebra'));
  catalog.upsert(trail('a', 'zebra quartz', ['zebra quartz lantern', 'quartz']));
  catalog.upsert(trail('d', 'lantern'));
  catalog.upsert(trail('e', 'unlike'));
  const found = near('zebra quartz', 3);
  expect(found.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(found.map(({ score }) => Math.round(score))).toEqual([2658, 783, 783]);
  expect(near('zebra quartz', 3, (id) => id !== 'a').map(({ id }) => id)).toEqual(['b', 'c']);
  expect(near('zebra', 1).map(({ id }) => id)).toEqual(['b']);
});

it('of trails that are as few as are taken all are near, of one more only those that share a word', () => {
  const { catalog, near } = opened();
  for (const id of ['a', 'b']) catalog.upsert(trail(id, 'zebra'));
  expect(near('lantern', 2).map(({ id, score }) => [id, score])).toEqual([
    ['a', 0],
    ['b', 0],
  ]);
  expect(near('lantern', 1)).toEqual([]);
});

it('what is removed or replaced is counted no more, is not found and does not decide', () => {
  const { catalog } = opened();
  const word = featureReader().words('zebra')[0]?.feature ?? 0;
  const read = () => [catalog.size, catalog.counted, catalog.frequency(word), catalog.ids(), catalog.edition];
  catalog.upsert(trail('a', 'zebra', ['the zebra']));
  catalog.upsert(trail('b', 'zebra', ['the zebra']));
  expect(read()).toEqual([2, 2, 2, ['a', 'b'], 2]);
  expect(catalog.withLine('the zebra').map((one) => one.trail.id)).toEqual(['a', 'b']);
  catalog.remove('a');
  expect(read()).toEqual([1, 1, 1, ['b'], 3]);
  expect(catalog.withLine('the zebra').map((one) => one.trail.id)).toEqual(['b']);
  catalog.upsert(trail('b', 'lantern'));
  expect(read()).toEqual([1, 1, 0, ['b'], 4]);
  expect(catalog.withLine('the zebra')).toEqual([]);
  expect([catalog.find('a'), catalog.find('b')?.trail.title]).toEqual([undefined, 'lantern']);
});

it('a judge measures words by the trails that there are now', () => {
  const judge = lexicalJudge({ encoder: null });
  const catalog = judge.emptyCatalog();
  const view = { catalogs: [catalog], hidden: new Set<string>() };
  const others = ['b', 'c', 'd', 'e'].map((id) => trail(id, `zebra ${id}ird`));
  const confidence = () => judge.rank(view, null, 'a zebra in the rain').scored[0]?.confidence;
  catalog.upsert(trail('a', 'zebra lantern'));
  const alone = confidence();
  for (const other of others) catalog.upsert(other);
  const amongOthers = confidence();
  for (const other of others) catalog.remove(other.id);
  expect(confidence()).toBe(alone);
  expect(amongOthers).not.toBe(alone);
});

it('a catalog in which most was removed answers as one that never held it', () => {
  const { catalog, near } = opened();
  const other = opened();
  catalog.upsert(trail('a', 'zebra lantern', ['the zebra']));
  other.catalog.upsert(trail('a', 'zebra lantern', ['the zebra']));
  for (let edit = 0; edit < 150; edit += 1) catalog.upsert(trail('b', `quartz ${edit}`));
  other.catalog.upsert(trail('b', 'quartz 149'));
  expect(near('zebra quartz', 1)).toEqual(other.near('zebra quartz', 1));
  expect(catalog.withLine('the zebra').map((one) => one.trail.id)).toEqual(['a']);
});

it('of few trails all are near, however often they were edited', () => {
  const { catalog, near } = opened();
  for (let edit = 0; edit < 50; edit += 1) catalog.upsert(trail('a', `zebra ${edit}`));
  catalog.upsert(trail('b', 'zebra'));
  expect(near('lantern', 2).map(({ id }) => id)).toEqual(['a', 'b']);
});

it('of trails that are equally near, by words or by meaning, the first ids are taken, whatever came in first', () => {
  const { catalog, near } = opened();
  const row = directionOf(Float64Array.from({ length: DIMENSIONS }, (_, at) => at + 1));
  const query = { row, length: lengthOf(row, 0) };
  for (const id of ['d', 'b', 'c', 'a']) {
    const added = trail(id, 'zebra');
    const units = trailUnits(added).length;
    catalog.upsert(
      added,
      Int8Array.from({ length: units * DIMENSIONS }, (_, at) => row[at % DIMENSIONS] ?? 0),
    );
  }
  expect(near('zebra', 2).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(catalog.alike(query, 2, everything).map(({ id }) => id)).toEqual(['a', 'b']);
});

it('a run that others interrupt judges what comes after by the catalog as it is then', async () => {
  let now = 0;
  // Every look at the clock is a slice later: others come after each prompt.
  const judge = lexicalJudge({ encoder: null, now: () => (now += 1_000) });
  const catalog = judge.emptyCatalog();
  const view = { catalogs: [catalog], hidden: new Set<string>() };
  const subject = trail('a', 'zebra lantern');
  const prompts = ['a zebra in the rain', 'a zebra in the rain'];
  const others = ['b', 'c', 'd', 'e'].map((id) => trail(id, `zebra ${id}ird`));
  const [before] = await judge.judge(view, subject, prompts);
  // Runs in the first pause, when the comparison has begun.
  setImmediate(() => {
    for (const other of others) catalog.upsert(other);
  });
  const [, later] = await judge.judge(view, subject, prompts);
  const [after] = await judge.judge(view, subject, prompts);
  expect(later).toEqual(after);
  expect(later).not.toEqual(before);
  const stopped = new AbortController();
  stopped.abort(new Error('gone'));
  await expect(judge.judge(view, subject, prompts, stopped.signal)).rejects.toThrow('gone');
});
