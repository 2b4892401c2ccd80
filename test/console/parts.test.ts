import { describe, expect, test } from 'vitest';
import { HOME, TRAIL, TRAIL_LIST } from '../../console/src/addresses.ts';
import { issuesInWords, Problem } from '../../console/src/api/problem.ts';
import { refusedBy } from '../../console/src/parts/forms/refused-by.ts';
import { isPage, validSearch, valuesOf } from '../../console/src/parts/page/address.ts';
import { listed } from '../../console/src/parts/texts/listed.ts';
import { percentOf } from '../../console/src/parts/texts/percent.ts';
import { AVATAR_GROUNDS, DARK, LIGHT } from '../../console/src/tokens.ts';

const refusal = (issues: { field: string; message: string }[], type = 'https://x/problems/validation') =>
  new Problem({ type, title: 'Refused', detail: 'Because.', issues }, 422, 'r1');

describe('search parameters of a page', () => {
  test('keep known values, and drop defaults and unknown, overlong and invalid values', () => {
    const valid = validSearch(TRAIL_LIST);
    expect(valid({ view: 'order', q: 'refund', other: 'x' })).toEqual({ view: 'order', q: 'refund' });
    expect(valid({ view: 'any', q: '' })).toEqual({});
    expect(valid({ view: 'everything', q: 'x'.repeat(201) })).toEqual({});
    expect(valid({ view: ['order'], q: { a: 1 } })).toEqual({});
  });

  test('count characters like the service, so that an astral character counts once', () => {
    const longest = '🙂'.repeat(4_000);
    expect(validSearch(HOME)({ ask: longest })).toEqual({ ask: longest });
    expect(validSearch(HOME)({ ask: `${longest}.` })).toEqual({});
  });

  test('accept a number that the router has parsed', () => {
    expect(validSearch(TRAIL)({ tab: 'versions', version: 3 })).toEqual({ tab: 'versions', version: '3' });
    expect(validSearch(TRAIL)({ version: -3 })).toEqual({});
    expect(validSearch(HOME)({ q: 2026 })).toEqual({ q: '2026' });
  });

  test('use the default for an empty or invalid value, so that a page always has a tab', () => {
    for (const tab of ['', 'nowhere', ['versions'], undefined]) expect(valuesOf(TRAIL, { tab }).tab).toBe('edit');
    expect(valuesOf(TRAIL, { tab: 'versions', version: 3 })).toMatchObject({ tab: 'versions', version: '3' });
    expect(valuesOf(TRAIL_LIST, { view: 'everything' }).view).toBe('any');
  });
});

test('accepts a return address only within this console, as a browser would parse it', () => {
  const here = 'https://cairn.test';
  for (const own of ['/', '/trails?q=a%20b#top', '/trails/größe', '/a//b'])
    expect([own, isPage(own), new URL(own, here).origin]).toEqual([own, true, here]);
  const foreign = ['//evil.test', '/\\evil.test', '/\t/evil.test', '/\n\\evil.test', '/\r\n/evil.test'];
  for (const other of foreign)
    expect([other, isPage(other), new URL(other, here).host]).toEqual([other, false, 'evil.test']);
  expect(isPage('javascript:alert(1)')).toBe(false);
});

describe('an error without a field', () => {
  const issue = (field: string) => ({ severity: 'error' as const, field, message: 'Is blank.' });

  test.each([
    ['expires_at', 'Expires at: Is blank.'],
    ['trigger.when', 'When: Is blank.'],
    ['trigger.examples[0].text', 'Examples, 1: Is blank.'],
    ['prompts[11].body', 'Prompts, 12: Is blank.'],
  ])('names %s in plain words', (field, said) => {
    expect(issuesInWords([issue(field)])).toBe(said);
  });

  test('lists three, and the number of others', () => {
    const issues = ['a', 'b', 'c', 'd', 'e'].map(issue);
    expect(issuesInWords(issues.slice(0, 3))).toBe('A: Is blank. B: Is blank. C: Is blank.');
    expect(issuesInWords(issues)).toBe('A: Is blank. B: Is blank. C: Is blank. And 2 more.');
    expect(issuesInWords([])).toBe('');
  });
});

test('isolates right-to-left names in a sentence, so that two names keep their order', () => {
  expect(listed(['Ada', 'רחל', 'عبد'])).toBe('Ada, \u2068רחל\u2069, \u2068عبد\u2069');
});

describe('an error at a form field', () => {
  test('appears at the named field, even if it concerns a part of it', () => {
    const { byField, rest } = refusedBy(
      refusal([
        { field: 'email', message: 'No address.' },
        { field: 'roles[1]', message: 'No role.' },
      ]),
      ['email', 'roles'],
    );
    expect(byField).toEqual({ email: 'No address.', roles: 'No role.' });
    expect(rest).toBeUndefined();
  });

  test('does not appear at a field that only shares a prefix', () => {
    const { byField, rest } = refusedBy(refusal([{ field: 'emails', message: 'No.' }]), ['email']);
    expect(byField).toEqual({});
    expect(rest?.message).toBe('Because.');
  });

  test('appears at the usual field for its kind if it names no field', () => {
    const taken = refusal([], 'https://x/problems/conflict');
    expect(refusedBy(taken, ['email'], { conflict: 'email' }).byField).toEqual({ email: 'Because.' });
  });
});

test('never shows a probability as 0 % or 100 %', () => {
  expect([0, 0.004, 0.64, 0.999, 1].map(percentOf)).toEqual([
    'under 1 %',
    'under 1 %',
    '64 %',
    'over 99 %',
    'over 99 %',
  ]);
});

describe('the design tokens', () => {
  test('give small colored text a contrast of 4.5:1, in light and dark mode', () => {
    const told = ['--cairn-error', '--cairn-attention'] as const;
    const onWhite = told.map((name) => contrast(LIGHT[name], '#ffffff'));
    const onNight = told.map((name) => contrast(DARK[name], '#1c1b19'));
    expect(Math.min(...onWhite, ...onNight)).toBeGreaterThanOrEqual(4.5);
  });

  test('make white letters readable on every avatar color', () => {
    expect(Math.min(...AVATAR_GROUNDS.map((ground) => contrast('#ffffff', ground)))).toBeGreaterThanOrEqual(4.5);
  });

  test('give dots, bars and lines a contrast of 3:1', () => {
    const drawn = ['--cairn-fine', '--cairn-series-1', '--cairn-series-2', '--cairn-series-3'] as const;
    expect(Math.min(...drawn.map((name) => contrast(LIGHT[name], '#ffffff')))).toBeGreaterThanOrEqual(3);
    expect(Math.min(...drawn.map((name) => contrast(DARK[name], '#1c1b19')))).toBeGreaterThanOrEqual(3);
  });
});

/** The contrast of two colors by WCAG 2.2, 1.4.3. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
