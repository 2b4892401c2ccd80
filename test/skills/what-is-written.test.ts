// A SKILL.md character by character: the text for each field of a trail, and nothing for an empty field. Old exports
// are recognized by these words and digests, so they must not change.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { renderSkill } from '../../src/skills/render-skill.ts';
import { readBody, takePrompts } from '../../src/skills/skill-body.ts';
import { skillDescription } from '../../src/skills/skill-description.ts';
import { carriedOf } from '../../src/skills/skill-metadata.ts';
import type { FullDocument } from '../../src/trails/document/full-document.ts';

const EMPTY: FullDocument = {
  title: 'Tidy notes',
  target_role: '',
  description: '',
  tools: [],
  trigger: { when: '', keywords: [], examples: [] },
  prompts: [],
  setup_guide: '',
  feedback_enabled: true,
};
const FULL: FullDocument = {
  title: 'Tidy notes',
  target_role: 'Assistants',
  description: 'You tidy notes.',
  tools: ['claude'],
  trigger: { when: 'After a meeting.', keywords: ['notes'], examples: [{ text: 'tidy up', expect: 'match' }] },
  prompts: [{ label: 'Tidy', body: 'Tidy {{notes}}.', id: 'p' }],
  setup_guide: 'Paste them.',
  feedback_enabled: false,
};
const FIELDS = Object.keys(EMPTY).filter((field) => field !== 'title') as (keyof FullDocument)[];
const PROMPTS = '## Prompts\n\nReplace each `{{placeholder}}` with what the person supplies.';
const PROMPT = '### Tidy\n\n```text\nTidy {{notes}}.\n```';

const bodyOf = (document: FullDocument): string => {
  const markdown =
    renderSkill({ name: 'tidy-notes', trail_id: 'id', document, images: [] }).files[0]?.bytes.toString() ?? '';
  return markdown.slice(markdown.indexOf('\n---\n\n') + 6);
};
const only = (field: keyof FullDocument): FullDocument => ({ ...EMPTY, [field]: FULL[field] });

describe('the text', () => {
  const written: Partial<Record<keyof FullDocument, string>> = {
    target_role: '\n\nFor: Assistants',
    description: '\n\nYou tidy notes.',
    prompts: `\n\n${PROMPTS}\n\n${PROMPT}`,
    setup_guide: '\n\n## Setup\n\nPaste them.',
  };
  test.each(FIELDS)('contains only %s if the other fields are empty', (field) => {
    expect(bodyOf(only(field))).toBe(`# Tidy notes${written[field] ?? ''}\n`);
  });
  test('contains all fields in order', () => {
    expect(bodyOf(FULL)).toBe(
      `# Tidy notes${written.target_role}${written.description}${written.setup_guide}${written.prompts}\n`,
    );
  });
});

describe('the description', () => {
  const title = 'Use when the task is: Tidy notes.';
  const written: Partial<Record<keyof FullDocument, string>> = {
    tools: `${title} Made for: claude.`,
    trigger: 'Use when: After a meeting. Company guide: Tidy notes. Keywords: notes.',
  };
  test.each(FIELDS)('contains only %s if the other fields are empty', (field) => {
    expect(skillDescription(only(field))).toBe(written[field] ?? title);
  });
  test('contains all fields, with the trigger text first', () => {
    expect(skillDescription(FULL)).toBe(
      'Use when: After a meeting. Company guide: Tidy notes. Keywords: notes. Made for: claude.',
    );
  });
  test.each([1_023, 1_024])('is not cut at %i characters', (length) => {
    const description = skillDescription({ ...EMPTY, title: `${'x'.repeat(length - 23)}.` });
    expect(description).toBe(`Use when the task is: ${'x'.repeat(length - 23)}.`);
  });
  test('is cut before the word that exceeds the limit, including the ellipsis', () => {
    const words = skillDescription({ ...EMPTY, title: `${'x'.repeat(996)} yy zz z` });
    expect(words).toBe(`Use when the task is: ${'x'.repeat(996)} yy…`);
    const one = skillDescription({ ...EMPTY, title: '', trigger: { ...EMPTY.trigger, when: 'x'.repeat(1_024) } });
    expect(one).toBe('Use when:…');
    const pairs = skillDescription({ ...EMPTY, title: '🧭'.repeat(512) });
    expect(pairs).toBe('Use when the task is:…');
  });
});

describe('the data stored next to the text', () => {
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
  const carried: Partial<Record<keyof FullDocument, object>> = {
    tools: { tools: ['claude'] },
    trigger: { when: 'After a meeting.', keywords: ['notes'], examples: FULL.trigger.examples },
    prompts: { prompt_ids: ['p'] },
    feedback_enabled: { feedback_enabled: false },
  };
  test.each(FIELDS)('contains for %s only what the text cannot hold', (field) => {
    const document = only(field);
    const text = bodyOf(document);
    expect(carriedOf(document, text, 'Of it.', true)).toEqual({
      ...carried[field],
      text: digest(text),
      description: digest('Of it.'),
    });
  });
  test('does not repeat what the description says', () => {
    const { when, keywords, tools, ...rest } = carriedOf(FULL, bodyOf(FULL), skillDescription(FULL), false);
    expect([when, keywords, tools]).toEqual([undefined, undefined, undefined]);
    expect(JSON.stringify(rest).length).toBeLessThan(120);
  });
  test('contains examples only on request', () => {
    const document = only('trigger');
    expect(carriedOf(document, bodyOf(document), '', false).examples).toBeUndefined();
  });
  test('has digests of sixteen digits, as in earlier exports', () => {
    expect(carriedOf(EMPTY, 'text', 'description', true)).toMatchObject({
      text: '982d9e3eb996f559',
      description: 'c9046f7a37ad0ea7',
    });
  });
  test.each(['title', 'target_role', 'description', 'setup_guide'] as const)(
    'contains %s if importing the text does not return it unchanged, and no other field',
    (field) => {
      const document = { ...FULL, [field]: `${FULL[field]} ` };
      expect(carriedOf(document, bodyOf(document), '', true).exact).toEqual({ [field]: document[field] });
    },
  );
  test('contains prompts if importing the text does not return them unchanged', () => {
    const document = { ...FULL, prompts: [{ label: 'Tidy', body: 'Tidy \\{{notes}}.', id: 'p' }] };
    expect(carriedOf(document, bodyOf(document), '', true).exact).toEqual({
      prompts: [{ label: 'Tidy', body: 'Tidy \\{{notes}}.' }],
    });
  });
});

describe('headings of a guide', () => {
  const guide = '## Before you start\n\nText\n\n```sh\n# not a heading\n```\n\n# Then\n#hashtag';
  test('are below the heading of their section, and come back on import', () => {
    const text = bodyOf({ ...EMPTY, setup_guide: guide });
    expect(text).toContain(
      '## Setup\n\n### Before you start\n\nText\n\n```sh\n# not a heading\n```\n\n## Then\n#hashtag',
    );
    expect(readBody(text).setup_guide).toBe(guide);
  });
});

describe('headings are recognized', () => {
  const prompts = [{ label: 'Tidy', body: 'Tidy {{notes}}.' }];
  test.each([
    ['at the beginning', '', ''],
    ['after a line', 'A line.\n', 'A line.\n'],
  ])('%s of the text', (_place, before, rest) => {
    expect(takePrompts(`${before}${PROMPTS}\n\n${PROMPT}\n`)).toEqual({ rest, prompts });
    const guided = readBody(`${before}## Setup\n\nPaste them.`);
    expect(guided).toMatchObject({ description: rest.trim(), setup_guide: 'Paste them.' });
  });
  test('on separate lines only', () => {
    for (const before of ['A line. ', ' ', '#']) {
      const inLine = `${before}${PROMPTS}\n\n${PROMPT}\n`;
      expect(takePrompts(inLine)).toEqual({ rest: inLine, prompts: [] });
    }
    for (const text of ['A ## Setup', '## Setup of it', '### Setup'])
      expect(readBody(text)).toMatchObject({ description: text, setup_guide: '' });
  });
  test('from the first position with prompts through to the end', () => {
    const twice = `${PROMPTS}\n\nno prompt\n${PROMPTS}\n\n${PROMPT}\n`;
    expect(takePrompts(twice)).toEqual({ rest: `${PROMPTS}\n\nno prompt\n`, prompts });
  });
  test.each([
    [19, 1],
    [20, 0],
  ])('after %i positions without any: %i', (places, found) => {
    const text = `${`${PROMPTS}\n\nno prompt\n`.repeat(places)}${PROMPTS}\n\n${PROMPT}\n`;
    expect(takePrompts(text).prompts).toHaveLength(found);
  });
});
