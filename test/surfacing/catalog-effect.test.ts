// Reports how publishing a document would affect other trails: which trails are tried with how many of their examples,
// and each prompt that would move to another trail.
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { expect, it } from 'vitest';
import { catalogEffect } from '../../src/surfacing/catalog-effect.ts';
import { trailId, trailWith, viewWith } from './trails-for-tests.ts';

const judge = lexicalJudge({ encoder: null });

/** Made-up words without other meanings or common endings. */
function word(at: number): string {
  let state = at * 7919 + 13;
  return Array.from({ length: 9 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 'bcdfghjklmnpqrtvwxz'[(state >>> 8) % 19];
  }).join('');
}

/** Trails without any word in common, more than are always compared. */
const strangers = Array.from({ length: 24 }, (_, at) =>
  trailWith(at + 100, `${word(at)} ${word(at + 30)}`, { match: [`${word(at)} ${word(at + 60)}`, `${word(at + 30)}`] }),
);
const [first, second, third] = strangers;
const underTest = (trail: ReturnType<typeof trailWith>) => ({
  id: trail.id,
  document: { title: trail.title, trigger: { when: trail.when, keywords: trail.keywords, examples: trail.examples } },
});

it('tries only trails related to the document’s own texts: its title, trigger text, keywords and match examples', async () => {
  const view = viewWith(judge, ...strangers);
  const effect = async (title: string, words: Parameters<typeof trailWith>[2]) =>
    (await catalogEffect(judge, view, underTest(trailWith(1, title, words)))).tried;
  expect(await effect('lantern', {})).toBe(0);
  expect(await effect(word(0), {})).toBe(2);
  expect(await effect('lantern', { when: word(0) })).toBe(2);
  expect(await effect('lantern', { keywords: [word(0)] })).toBe(2);
  expect(await effect('lantern', { match: [word(0)] })).toBe(2);
  expect(await effect('lantern', { noMatch: [word(0)] })).toBe(0);
  expect(await effect(word(0), { match: [word(1)], keywords: [word(2)] })).toBe(6);
});

it('searches for at most forty texts', async () => {
  const view = viewWith(judge, ...strangers);
  const many = (count: number) => Array.from({ length: count }, () => 'lantern');
  const tried = async (before: number) =>
    (await catalogEffect(judge, view, underTest(trailWith(1, 'lantern', { match: [...many(before), word(0)] })))).tried;
  // The title counts as one text, and an empty trigger text as another.
  expect([await tried(37), await tried(38)]).toEqual([2, 0]);
});

it('tries two hundred examples, starting with the nearest trail', async () => {
  const many = (count: number, of: number) => Array.from({ length: count }, (_, at) => `${word(of)} ${word(at + 200)}`);
  const near = trailWith(200, `${word(500)} one`, { match: many(150, 500), noMatch: [word(500)] });
  const next = trailWith(201, `${word(501)} two`, { match: many(50, 501) });
  const effect = (...trails: Parameters<typeof viewWith>[1][]) =>
    catalogEffect(
      judge,
      viewWith(judge, ...strangers, ...trails),
      underTest(trailWith(1, `${word(500)} ${word(501)}`, { keywords: [word(500)] })),
    );
  expect(await effect(near, next)).toMatchObject({ tried: 200, complete: true });
  const more = { ...next, examples: [...next.examples, { text: `${word(501)} last`, expect: 'match' as const }] };
  expect(await effect(near, more)).toMatchObject({ tried: 200, complete: false });
});

it('reports each prompt that the document would take, with its position and its previous trail', async () => {
  const view = viewWith(judge, ...strangers);
  const text = `${word(0)} ${word(60)}`;
  const greedy = trailWith(1, `${word(0)} ${word(60)}`, { keywords: [text], match: [`${text} now`, `${text} please`] });
  const { changes, threshold, complete } = await catalogEffect(judge, view, underTest(greedy));
  expect([threshold, complete]).toEqual([judge.threshold, true]);
  expect(changes).toEqual([
    {
      ...{ trail: { id: first?.id, title: first?.title }, text, index: 0, kind: 'taken' },
      ...{ before: { id: first?.id, title: first?.title }, after: { id: greedy.id, title: greedy.title } },
    },
  ]);
  expect((await catalogEffect(judge, view, underTest(trailWith(1, 'lantern')))).changes).toEqual([]);
});

it('reports prompts as lost if the live version has them and the draft drops them', async () => {
  const text = `${word(0)} ${word(60)}`;
  const live = trailWith(7, text, { keywords: [text], match: [`${text} now`, `${text} please`] });
  const view = viewWith(judge, ...strangers, live);
  const draft = trailWith(7, `${word(0)} lantern`, { noMatch: [text] });
  const { changes } = await catalogEffect(judge, view, underTest(draft));
  expect(changes.map(({ trail, kind, before, after }) => [trail.id, kind, before?.id, after?.id])).toEqual([
    [first?.id, 'lost', trailId(7), first?.id],
  ]);
});

it('stops if the caller disconnects', async () => {
  const stopped = AbortSignal.abort(new Error('gone'));
  const view = viewWith(judge, ...[first, second, third].flatMap((one) => one ?? []));
  await expect(catalogEffect(judge, view, underTest(trailWith(1, word(0))), stopped)).rejects.toThrow('gone');
});
