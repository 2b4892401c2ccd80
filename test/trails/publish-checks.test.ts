import { describe, expect, test } from 'vitest';
import { type PublishFacts, publishIssues } from '../../src/trails/checks/publish-checks.ts';
import { defaultSafetyIssues } from '../../src/trails/checks/safety-checks.ts';
import { type FullDocument, withDefaults } from '../../src/trails/document/full-document.ts';
import { badPlaceholders, placeholderNames } from '../../src/trails/document/placeholders.ts';
import { assignPromptIds } from '../../src/trails/document/prompt-ids.ts';
import { remoteImages } from '../../src/trails/document/remote-images.ts';
import { readyDocument } from './catalog.ts';

const passed = { last_run_at: '2026-11-20T00:00:00Z', all_pass: true, failing: [] };
const ready = withDefaults(readyDocument());
const trigger = (members: Partial<FullDocument['trigger']>) => ({ trigger: { ...ready.trigger, ...members } });
const issuesOf = (members: Partial<FullDocument>, facts: Partial<PublishFacts> = {}) =>
  publishIssues(
    { ...ready, ...members },
    {
      ...{ tests: passed, ownImagePrefix: 'https://cairn.test/assets/' },
      safety: defaultSafetyIssues({ ...ready, ...members }, 'https://cairn.test/assets/'),
      ...facts,
    },
  );
const brief = (members: Partial<FullDocument>, facts: Partial<PublishFacts> = {}) =>
  issuesOf(members, facts).map(({ severity, field }) => `${severity} ${field}`);

test('finds no issues in a complete document whose examples pass', () => {
  expect(issuesOf({})).toEqual([]);
});

describe('blocks publishing:', () => {
  const prompt = { label: 'Draft', body: 'Write it.' };
  test.each<[string, Partial<FullDocument>, string]>([
    ['a blank title', { title: ' ' }, 'title'],
    ['a title of invisible characters', { title: '\u200b\u00ad' }, 'title'],
    ['a blank description', { description: '\n' }, 'description'],
    ['no prompt', { prompts: [] }, 'prompts'],
    ['a prompt with a blank label', { prompts: [prompt, { ...prompt, label: ' ' }] }, 'prompts[1].label'],
    ['a prompt with a blank body', { prompts: [{ ...prompt, body: '' }] }, 'prompts[0].body'],
    [
      'a placeholder that is not {{snake_case}}',
      { prompts: [{ ...prompt, body: 'For {{Customer Name}}' }] },
      'prompts[0].body',
    ],
    ['a placeholder without its second brace', { prompts: [{ ...prompt, body: 'For {{name}.' }] }, 'prompts[0].body'],
  ])('%s', (_, members, field) => {
    expect(brief(members)).toEqual([`error ${field}`]);
  });

  test('a trigger without trigger text, keyword and match example', () => {
    const silent = trigger({ when: ' ', keywords: [], examples: [{ text: 'x', expect: 'no_match' }] });
    expect(brief(silent)[0]).toBe('error trigger');
    for (const one of [
      { when: 'Now.' },
      { keywords: ['a'] },
      { examples: [{ text: 'x', expect: 'match' as const }] },
    ]) {
      expect(
        brief(trigger({ when: '', keywords: [], examples: [], ...one })).filter((issue) => issue.startsWith('error')),
      ).toEqual([]);
    }
  });
});

describe('advises on:', () => {
  test.each<[string, Partial<FullDocument>, string[]]>([
    ['a blank target_role', { target_role: '' }, ['target_role']],
    ['a blank trigger.when', trigger({ when: '' }), ['trigger.when']],
    ['fewer than 3 keywords', trigger({ keywords: ['a', 'b'] }), ['trigger.keywords']],
    [
      'too few examples of each kind',
      trigger({ examples: ready.trigger.examples.slice(1, 4) }),
      ['trigger.examples', 'trigger.examples'],
    ],
    ['no setup guide', { setup_guide: ' ' }, ['setup_guide']],
    ['a remote image', { setup_guide: '![x](https://elsewhere.test/a.png)' }, ['setup_guide']],
    ['a description that does not address the reader', { description: 'Employees answer refunds.' }, ['description']],
  ])('%s', (_, members, expected) => {
    expect(brief(members)).toEqual(expected.map((field) => `warning ${field}`));
  });

  test('examples that were not run on this draft, and each failing one', () => {
    expect(brief({}, { tests: null })).toEqual(['warning trigger.examples']);
    const failing = { ...passed, all_pass: false, failing: [1, 3] };
    expect(issuesOf({}, { tests: failing })).toMatchObject([
      { field: 'trigger.examples[1]', message: expect.stringContaining('does not surface') },
      { field: 'trigger.examples[3]', message: expect.stringContaining('surfaces for it') },
    ]);
  });

  test('findings of a judge, after the errors', () => {
    const noticed = { severity: 'warning' as const, field: 'trigger', message: 'Takes prompts from another trail.' };
    expect(brief({ title: '' }, { findings: [noticed] })).toEqual(['error title', 'warning trigger']);
  });

  test('accepts descriptions that address the reader in other languages and scripts', () => {
    for (const description of ['Du beantwortest Anfragen.', 'Vous répondez.', '返金に答えます。']) {
      expect(brief({ description })).toEqual([]);
    }
  });
});

describe('placeholders', () => {
  test.each(['{{a}}', '{{customer_name}}', '{{line_2}}', '{"a": {"b": 1}}', 'plain { } }}', '{{{x}}}'])(
    'accepts %s',
    (body) => {
      expect(badPlaceholders(body)).toEqual([]);
    },
  );
  test.each([
    ['{{Customer Name}}', '{{customer_name}}'],
    ['{{customerName}}', '{{customer_name}}'],
    ['{{ name }}', '{{name}}'],
    ['{{Größe}}', '{{gro_e}}'],
    ['{{a__b}}', '{{a_b}}'],
    ['{{1st}}', '{{st}}'],
    ['{{}}', undefined],
    ['{{name}', '{{name}}'],
  ])('refuses %s, and suggests %s', (written, suggestion) => {
    expect(badPlaceholders(`x ${written} y ${written}`)).toEqual([{ written, suggestion }]);
  });
  test('ignores braces after a backslash, closed or not', () => {
    expect(badPlaceholders('\\{{#if}} \\{{ x } \\{{A}}')).toEqual([]);
    expect(placeholderNames('\\{{name}} {{name}}')).toEqual(['name']);
  });
  test('lists names once, in order', () => {
    expect(placeholderNames('{{b}} {{a}} {{b}} {{Bad}}')).toEqual(['b', 'a']);
  });
});

test('finds remote images in every spelling, except in code, and no images of this service', () => {
  const remote = (markdown: string) => remoteImages(markdown, 'https://cairn.test/assets/');
  expect(remote('![a](https://x.test/1.png "t") ![b](<http://x.test/2.png>)')).toEqual([
    'https://x.test/1.png',
    'http://x.test/2.png',
  ]);
  expect(remote('![a][one] ![one]\n\n[one]: //x.test/3.png')).toEqual(['//x.test/3.png']);
  expect(remote(`<img alt="" src='https://x.test/4.png'><IMG SRC=https://x.test/5.png>`)).toEqual([
    'https://x.test/4.png',
    'https://x.test/5.png',
  ]);
  expect(remote('![a](https://cairn.test/assets/1.png) [link](https://x.test/) ![b](local.png)')).toEqual([]);
  expect(remote('`![a](https://x.test/1.png)`\n```\n![a](https://x.test/2.png)\n```\n')).toEqual([]);
});

describe('prompt ids', () => {
  const counter = () => {
    let count = 0;
    return () => `new${++count}`;
  };
  test('keeps the id of the prompt at the same position with the same label, unless another one claims it', () => {
    const previous = [
      { label: 'A', body: '', id: 'a' },
      { label: 'B', body: '', id: 'b' },
    ];
    const assigned = assignPromptIds(
      [
        { label: 'A', body: 'x' },
        { label: 'B', body: '', id: '' },
        { label: 'C', body: '', id: 'b' },
      ],
      previous,
      counter(),
    );
    expect(assigned.map(({ id }) => id)).toEqual(['a', 'new1', 'b']);
  });
  test('never reuses an id of the trail for a new prompt', () => {
    const assigned = assignPromptIds(
      [
        { label: '', body: '' },
        { label: '', body: '', id: 'new1' },
      ],
      [],
      counter(),
    );
    expect(assigned.map(({ id }) => id)).toEqual(['new2', 'new1']);
  });
});

test.each([
  ['opened images', '!['],
  ['opened and closed brackets', ']['],
  ['opened elements', '<img '],
  ['opened definitions', '\n['],
  ['backticks', '`'],
])('searches the longest guide of nothing but %s for remote images a hundred times in limited time', (_what, piece) => {
  // A search with quadratic cost would not end before the timeout of this test.
  expect(remoteImages(piece.repeat(2_000_000 / piece.length), 'https://cairn.test/assets/')).toEqual([]);
});
