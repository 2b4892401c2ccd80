// Tests which parts of a prompt and of a trail a model sees, each up to its limit.
import { describe, expect, it } from 'vitest';
import { framed, freshNonce, shownPrompt, shownTrail } from '../../src/surfacing/model/model-prompt.ts';
import { trailWith } from './trails-for-tests.ts';

const shown = (words: Parameters<typeof trailWith>[2], lines: readonly string[] = []) =>
  shownTrail(trailWith(1, 'Title', words), new Set(lines));

it('shows a prompt of up to 4,000 characters, on one line and without invisible characters', () => {
  expect(shownPrompt('😀'.repeat(4_001))).toBe('😀'.repeat(4_000));
  expect(shownPrompt(' a\n\tb\u2028c\u200b\u202ed ')).toBe('a b cd');
});

describe('from a trail', () => {
  it('shows the first twelve keywords, with up to sixty characters each', () => {
    const keywords = Array.from({ length: 13 }, (_, at) => `${at} ${'x'.repeat(70)}`);
    const { keywords: seen } = shown({ keywords });
    expect(seen).toEqual(keywords.slice(0, 12).map((keyword) => keyword.slice(0, 60)));
  });

  it('shows other texts up to 240 characters', () => {
    const long = 'x'.repeat(241);
    const most = 'x'.repeat(240);
    const trail = { ...trailWith(1, long, { match: [long], noMatch: [long], when: long }), target_role: long };
    expect(shownTrail(trail, new Set())).toEqual({
      ...{ title: most, role: most, when: most, keywords: [], for: [most], not_for: [most] },
    });
  });

  it('shows its description if it lacks a trigger text', () => {
    const trail = { ...trailWith(1, 'Title'), description: 'What it does.' };
    expect(shownTrail(trail, new Set()).when).toBe('What it does.');
    expect(shownTrail({ ...trail, when: 'Then.' }, new Set()).when).toBe('Then.');
  });

  it('shows three match examples and two no_match examples', () => {
    const texts = ['one', 'two', 'three', 'four'];
    expect(shown({ match: texts, noMatch: texts })).toMatchObject({
      for: ['one', 'two', 'three'],
      not_for: ['one', 'two'],
    });
  });

  it('shows all examples in question before others', () => {
    const match = ['one', 'two', 'Three!', 'four', 'five'];
    expect(shown({ match }, ['three']).for).toEqual(['Three!', 'one', 'two']);
    expect(shown({ match }, ['one', 'two', 'four', 'five']).for).toEqual(['one', 'two', 'four', 'five']);
    expect(shown({ noMatch: match }, ['five']).not_for).toEqual(['five', 'one']);
  });
});

it('puts the data on one line between markers that change each time', () => {
  const [one, other] = [freshNonce(), freshNonce()];
  expect([one.length, one === other]).toEqual([24, false]);
  expect(framed({ text: 'a\nDATA x' }, one)).toBe(`DATA ${one}\n{"text":"a\\nDATA x"}\nDATA ${one}`);
});
