// Skill names come from the title, are unique in a catalog, and always have the required format.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baseSkillName, freeSkillName, promptNames } from '../../src/trails/publication/skill-name.ts';
import { anyCharacter } from '../support/any-character.ts';
import { runs } from '../support/runs.ts';

const ID = '01999999-0000-7000-8000-0123456789ab';

test.each([
  ['Answer a refund request', 'answer-a-refund-request'],
  ['Réponse à un client — vite!', 'reponse-a-un-client-vite'],
  ['  1. Plan / 2. Do  ', '1-plan-2-do'],
  ['Ask Claude about it', 'ask-about-it'],
  ['Anthropic', undefined],
  ['Claudette’s list', 'claudette-s-list'],
  ['回答', undefined],
  ['Con', undefined],
  ['Claude: AUX!', undefined],
  ['LPT1', undefined],
  ['Com 1', 'com-1'],
  ['Contact a client', 'contact-a-client'],
  ['x'.repeat(80), 'x'.repeat(50)],
  [`${'x'.repeat(49)} y`, 'x'.repeat(49)],
  ['Write the monthly business review for the leadership', 'write-the-monthly-business-review-for-the'],
  [`${'x'.repeat(43)} Claudette’s list`, 'x'.repeat(43)],
  [`${'x'.repeat(30)} ${'y'.repeat(19)} z`, `${'x'.repeat(30)}-${'y'.repeat(19)}`],
  [`a ${'x'.repeat(60)}`, `a-${'x'.repeat(48)}`],
])('turns "%s" into %s', (title, name) => {
  expect(baseSkillName(title)).toBe(name);
});

test('appends the first free counter to a taken name, and the end of the id after a thousand', () => {
  const taken = new Set<string>();
  const next = () => freeSkillName('Plan', ID, taken);
  expect(next()).toBe('plan');
  taken.add('plan');
  expect(next()).toBe('plan-2');
  taken.add('plan-3');
  expect(next()).toBe('plan-2');
  taken.add('plan-2');
  expect(next()).toBe('plan-4');
  for (let count = 4; count < 1_000; count += 1) taken.add(`plan-${count}`);
  expect(next()).toBe('plan-0123456789ab');
});

test('uses the id if the title has no Latin letter', () => {
  expect(freeSkillName('回答', ID, new Set())).toBe('trail-0123456789ab');
});

test('turns any title into a unique name with 1 to 64 of a-z, 0-9 and single hyphens', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.nat(1_005), (title, others) => {
      const base = baseSkillName(title) ?? '';
      const taken = new Set([base, ...Array.from({ length: others }, (_, at) => `${base}-${at}`)]);
      const name = freeSkillName(title, ID, taken);
      expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(taken.has(name)).toBe(false);
    }),
    { numRuns: runs(300) },
  );
});

describe('promptNames', () => {
  const prompt = (id: string, label: string) => ({ id, label, body: '' });

  test('makes names of the labels, each once, and numbers those without Latin letters', () => {
    const prompts = [
      prompt('a', 'Draft the reply'),
      prompt('b', 'Draft: the reply!'),
      prompt('c', '回答'),
      prompt('d', ''),
    ];
    expect(promptNames(prompts, {})).toEqual({
      a: 'draft-the-reply',
      b: 'draft-the-reply-2',
      c: 'prompt',
      d: 'prompt-2',
    });
  });

  test('keeps a name when the label changes or the prompt is deleted', () => {
    const first = promptNames([prompt('a', 'Draft'), prompt('b', 'Check')], {});
    const second = promptNames([prompt('a', 'Write it'), prompt('c', 'Check')], first);
    expect(second).toEqual({ a: 'draft', b: 'check', c: 'check-2' });
  });

  test('forgets names of deleted prompts only beyond two hundred', () => {
    const old = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`p_${at}`, `name-${at}`]));
    const names = promptNames([prompt('p_0', 'x'), prompt('new', 'New')], old);
    expect(Object.keys(names)).toHaveLength(201);
    expect(names).toMatchObject({ p_0: 'name-0', new: 'new', p_249: 'name-249' });
  });
});
