// If a trail is published twice, or almost, its copies together are offered as often as the original alone. A prompt
// that fits both gets one of them (docs/judge.md).
import { sharesOf } from '@cairn/surfacing-judge/choice';
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { afterAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT_CATALOGS } from '../../bench/judge/catalogs.ts';
import { viewOf } from '../../bench/judge/contender.ts';
import type { AuthoredCatalog } from '../../bench/judge/judge-data.ts';
import { keptEncoder } from '../../bench/judge/kept-vectors.ts';

const kept = keptEncoder();
const judge = lexicalJudge({ encoder: kept.encoder });
afterAll(() => kept.keep());

const halfOf = (trail: JudgedTrail, left: number): JudgedTrail => ({
  ...trail,
  examples: trail.examples.filter(({ expect }, at) => expect === 'no_match' || at % 3 !== left),
});

/** The trails that are published instead of one. */
const COPIES: Readonly<Record<string, (trail: JudgedTrail) => JudgedTrail[]>> = {
  twice: (trail) => [trail, { ...trail, id: `${trail.id} 2` }],
  thrice: (trail) => [trail, { ...trail, id: `${trail.id} 2` }, { ...trail, id: `${trail.id} 3` }],
  'with another title': (trail) => [trail, { ...trail, id: `${trail.id} 2`, title: `How we do it: ${trail.title}` }],
  'with half of its prompts in common': (trail) => [halfOf(trail, 1), { ...halfOf(trail, 2), id: `${trail.id} 2` }],
};

/** Copies one in four trails. */
const isCopied = (_: unknown, at: number): boolean => at % 4 === 0;
const trailsOf = ({ trails }: AuthoredCatalog) => trails.map((one) => judgedTrail(one.id, one.document));
const isOf = (id: string, offered: string | undefined): boolean =>
  offered === id || offered?.startsWith(`${id} `) === true;
const first = async (view: CatalogView, prompt: string): Promise<string | undefined> =>
  (await judge.find(view, prompt, { limit: 1, mayUse: () => true }))[0]?.id;
/** Caches the result for each prompt. */
function firstOnce(view: CatalogView) {
  const found = new Map<string, Promise<string | undefined>>();
  return (prompt: string): Promise<string | undefined> => {
    const known = found.get(prompt) ?? first(view, prompt);
    found.set(prompt, known);
    return known;
  };
}
const catalogs = Object.values(DEVELOPMENT_CATALOGS).map((catalog) => ({
  ...catalog,
  once: firstOnce(viewOf(judge, trailsOf(catalog))),
  asked: catalog.trails.filter(isCopied).flatMap(({ id, unseen }) => unseen.map((text) => ({ id, text }))),
}));

it.each(Object.entries(COPIES))('offers a trail published %s for nearly as many prompts', async (_, copies) => {
  let [alone, copied, more, generic] = [0, 0, 0, 0];
  for (const catalog of catalogs) {
    const trails = trailsOf(catalog).flatMap((trail, at) => (isCopied(trail, at) ? copies(trail) : [trail]));
    const view = viewOf(judge, trails);
    for (const { id, text } of catalog.asked) {
      alone += Number(isOf(id, await catalog.once(text)));
      copied += Number(isOf(id, await first(view, text)));
    }
    for (const prompt of catalog.generic) {
      more += Number((await first(view, prompt)) !== undefined) - Number((await catalog.once(prompt)) !== undefined);
      generic++;
    }
  }
  expect(alone).toBeGreaterThan(30);
  expect(copied).toBeGreaterThanOrEqual(0.9 * alone);
  expect(more).toBeLessThanOrEqual(0.01 * generic);
});

it('is as sure about copies that are alone in their catalog as about a single trail', () => {
  const [trail] = trailsOf(DEVELOPMENT_CATALOGS.development);
  const [prompt = ''] = DEVELOPMENT_CATALOGS.development.trails[0]?.unseen ?? [];
  if (trail === undefined) throw new Error('The catalog is empty.');
  const confidence = (trails: readonly JudgedTrail[]) =>
    judge.rank(viewOf(judge, trails), null, prompt).scored[0]?.confidence ?? 0;
  expect(confidence([trail, { ...trail, id: 'copy' }])).toBeCloseTo(confidence([trail]), 1);
});

describe('a choice among copies', () => {
  const copies =
    (...same: readonly number[]) =>
    (one: number, other: number) =>
      same.includes(one) && same.includes(other) ? 1 : 0;

  it('gives each copy the probability that the original would have alone', () => {
    expect(sharesOf([1.2, 1.2, 1.2], copies(0, 1, 2))).toEqual(Array(3).fill(sharesOf([1.2])[0]));
    expect(sharesOf([2, 1, -1], copies(0, 1))[0]).toBeCloseTo(sharesOf([2, -1])[0] ?? 0, 12);
  });

  it('counts copies once against another trail', () => {
    const [, other = 0] = sharesOf([0.7, 0.4]);
    expect(sharesOf([0.4, 0.4, 0.7], copies(0, 1))[0]).toBeCloseTo(other, 12);
    expect(sharesOf([0.4, 0.7, 0.7], copies(1, 2))[0]).toBeCloseTo(other, 12);
    expect(sharesOf([0.4, 0.7, 0.7, 0.7], copies(1, 2, 3))[0]).toBeCloseTo(other, 12);
  });

  it('gives a near copy more than a rival and less than a full copy', () => {
    const of = (same: number) => sharesOf([1, 1], () => same)[0] ?? 0;
    expect([0, 0.5, 1].map(of)).toEqual([0, 0.5, 1].map(of).sort());
    expect(of(0.5)).toBeGreaterThan(of(0));
    expect(of(1)).toBeGreaterThan(of(0.5));
  });
});
