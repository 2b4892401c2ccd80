// What a model is shown of a prompt and of a trail, each at its limit.
import { describe, expect, it } from 'vitest';
import { framed, freshNonce, shownPrompt, shownTrail } from '../../src/surfacing/model/model-prompt.ts';
import { trailWith } from './trails-for-tests.ts';

const shown = (words: Parameters<typeof trailWith>[2], lines: readonly string[] = []) =>
  shownTrail(trailWith(1, 'Title', words), new Set(lines));

it('a prompt is shown up to 4,000 characters, in one line and without what nobody sees', () => {
  expect(shownPrompt('😀'.repeat(4_001))).toBe('😀'.repeat(4_000));
  expect(shownPrompt(' a\n\tb\u2028c\u200b\u202ed ')).toBe('a b cd');
});

describe('of a trail', () => {
  it('keywords are shown up to twelve of sixty characters, the first ones', () => {
    const keywords = Array.from({ length: 13 }, (_, at) => `${at} ${'x'.repeat(70)}`);
    const { keywords: seen } = shown({ keywords });
    expect(seen).toEqual(keywords.slice(0, 12).map((keyword) => keyword.slice(0, 60)));
  });

  it('other texts are shown up to 240 characters', () => {
    const long = 'x'.repeat(241);
    const most = 'x'.repeat(240);
    const trail = { ...trailWith(1, long, { match: [long], noMatch: [long], when: long }), target_role: long };
    expect(shownTrail(trail, new Set())).toEqual({
      ...{ title: most, role: most, when: most, keywords: [], for: [most], not_for: [most] },
    });
  });

  it('its description is shown where it does not say when it is for', () => {
    const trail = { ...trailWith(1, 'Title'), description: 'What it does.' };
    expect(shownTrail(trail, new Set()).when).toBe('What it does.');
    expect(shownTrail({ ...trail, when: 'Then.' }, new Set()).when).toBe('Then.');
  });

  it('three examples are shown that stand for it, and two that do not', () => {
    const texts = ['one', 'two', 'three', 'four'];
    expect(shown({ match: texts, noMatch: texts })).toMatchObject({
      for: ['one', 'two', 'three'],
      not_for: ['one', 'two'],
    });
  });

  it('examples that are asked about come first, all of them', () => {
    const match = ['one', 'two', 'Three!', 'four', 'five'];
    expect(shown({ match }, ['three']).for).toEqual(['Three!', 'one', 'two']);
    expect(shown({ match }, ['one', 'two', 'four', 'five']).for).toEqual(['one', 'two', 'four', 'five']);
    expect(shown({ noMatch: match }, ['five']).not_for).toEqual(['five', 'one']);
  });
});

it('data stands in one line between markers that are others each time', () => {
  const [one, other] = [freshNonce(), freshNonce()];
  expect([one.length, one === other]).toEqual([24, false]);
  expect(framed({ text: 'a\nDATA x' }, one)).toBe(`DATA ${one}\n{"text":"a\\nDATA x"}\nDATA ${one}`);
});
