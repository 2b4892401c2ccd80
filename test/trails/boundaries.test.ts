// Tests pure functions of trails on both sides of their limits: characters, the scope of an approval, upcoming days,
// and the length of quotes.
import { describe, expect, test } from 'vitest';
import type { ApprovalRow } from '../../src/trails/approval/approval-store.ts';
import { audienceOf, coversAudience, wouldWiden } from '../../src/trails/approval/approved-audience.ts';
import { soon } from '../../src/trails/care/care.ts';
import { publishIssues } from '../../src/trails/checks/publish-checks.ts';
import { withDefaults } from '../../src/trails/document/full-document.ts';
import { countCharacters } from '../../src/trails/document/limits.ts';
import { assignPromptIds } from '../../src/trails/document/prompt-ids.ts';
import { parseProviderSetting } from '../../src/trails/document/provider-setting.ts';
import { remoteImages } from '../../src/trails/document/remote-images.ts';
import { nextStatus } from '../../src/trails/lifecycle.ts';
import { filledPrompt } from '../../src/trails/readers/filled-prompt.ts';
import { readyDocument } from './catalog.ts';

test.each([
  ['', 0],
  ['a', 1],
  ['\u{1f600}', 1],
  ['\ud800\udc00', 1],
  ['\udbff\udfff', 1],
])('counts the characters of %j: %i', (text, count) => {
  expect(countCharacters(text)).toBe(count);
});

test('counts lone surrogates like code points', () => {
  const units = ['a', '\ud7ff', '\ud800', '\udbff', '\udc00', '\udfff', '\ue000', '\uffff'];
  for (const one of units)
    for (const two of units)
      for (const three of units) expect(countCharacters(one + two + three)).toBe([...(one + two + three)].length);
});

describe('the scope of an approval', () => {
  test.each([
    [null, [], 'all_teams', [], true],
    [null, [], 'restricted', ['a'], true],
    ['all_teams', [], 'all_teams', [], true],
    ['all_teams', [], 'restricted', ['a'], true],
    ['restricted', [], 'restricted', [], true],
    ['restricted', ['a', 'b'], 'restricted', ['b'], true],
    ['restricted', ['a'], 'restricted', ['a', 'b'], false],
    ['restricted', ['a'], 'all_teams', [], false],
  ] as const)('of an approval for %s %j includes %s %j: %s', (audience, groups, visibility, wanted, covers) => {
    expect(coversAudience({ audience, groups }, { visibility, groups: wanted })).toBe(covers);
  });

  test.each([
    ['live', 'restricted', 'all_teams', true],
    ['live', 'restricted', 'restricted', false],
    ['live', 'all_teams', 'all_teams', false],
    ['draft', 'restricted', 'all_teams', false],
    ['archived', 'restricted', 'all_teams', false],
  ] as const)('of a %s trail for %s is widened by a request for %s: %s', (status, visibility, wanted, widens) => {
    const trail = { trail_id: 't', revision: 2, published_revision: 1, visibility, status };
    expect(wouldWiden(trail, wanted)).toBe(widens);
  });

  test.each([
    ['restricted', 1, 'restricted'],
    [undefined, 2, 'all_teams'],
    [undefined, 1, 'restricted'],
  ] as const)('is named %s, as of revision %i: %s', (wanted, revision, audience) => {
    const row = { revision, audience: 'all_teams', groups: ['a'], open_groups: ['b'] } as unknown as ApprovalRow;
    const trail = {
      trail_id: 't',
      revision: 2,
      published_revision: 1,
      visibility: 'restricted',
      status: 'live',
    } as const;
    const named = wanted === undefined ? {} : { visibility: wanted };
    expect(audienceOf(named, row, trail)).toEqual({ visibility: audience, groups: [revision === 2 ? 'a' : 'b'] });
  });
});

test.each([
  [{ city: 'Rome', day: 'Monday' }, 'Rome on Monday, {{as written}}', []],
  [{ city: 'Rome', day: '{{city}}' }, 'Rome on {{city}}, {{as written}}', []],
  [{ city: ' \n', day: '' }, '{{city}} on {{day}}, {{as written}}', ['city', 'day']],
  [{ city: 'Rome' }, 'Rome on {{day}}, {{as written}}', ['day']],
] as const)('fills a prompt with %j: %s', (values, text, missing) => {
  expect(filledPrompt('{{city}} on {{day}}, \\{{as written}}', values)).toEqual({ text, missing });
});

test('refuses values without a placeholder, and a prompt that would be too long', () => {
  const filled = (body: string, values: Record<string, string>) => () => filledPrompt(body, values);
  const detail = 'The arguments do not fit the prompt. hour: This prompt has no such placeholder. Leave it out.';
  expect(filled('{{city}}', { city: 'Rome', hour: '9' })).toThrow(detail);
  expect(filled('{{a}}'.repeat(1_000), { a: 'x'.repeat(1_001) })).toThrow('would be too long');
});

test('considers a day up to two weeks ahead as soon', () => {
  expect(soon(Date.parse('2027-02-14T00:00:00Z'))).toBe('2027-02-28');
  expect(soon(Date.parse('2027-02-14T23:59:59.999Z'))).toBe('2027-02-28');
  expect(soon(Date.parse('2027-02-15T00:00:00Z'))).toBe('2027-03-01');
});

test("gives each action's result for each status, or the reason why it is refused", () => {
  const outcome = (...[status, action]: Parameters<typeof nextStatus>): string => {
    try {
      return nextStatus(status, action);
    } catch (thrown) {
      return (thrown as Error).message;
    }
  };
  const archived = 'The trail is archived. Unarchive it first, which makes it a draft.';
  const unseen = 'The trail is a draft. Employees cannot see it, so there is nothing to unpublish.';
  const table = {
    edit: ['draft', 'live', archived],
    restore: ['draft', 'live', 'archived'],
    publish: ['live', 'live', archived],
    unpublish: [unseen, 'draft', archived],
    archive: ['archived', 'archived', 'The trail is archived already.'],
    unarchive: ['The trail is a draft, not archived.', 'The trail is live, not archived.', 'draft'],
  };
  for (const [action, expected] of Object.entries(table))
    expect((['draft', 'live', 'archived'] as const).map((status) => outcome(status, action as 'edit'))).toEqual(
      expected,
    );
});

describe('a finding', () => {
  const ready = withDefaults(readyDocument());
  const messages = (members: object) =>
    publishIssues({ ...ready, ...members }, { tests: null, ownImagePrefix: 'https://own.test/', safety: [] });

  test('quotes eighty characters of a placeholder, and suggests a correction', () => {
    const body = (inside: string) =>
      messages({ prompts: [{ label: 'L', body: `Write {{${inside}}}` }] })[0]?.message ?? '';
    expect(body('Customer Name')).toContain('Write it as {{customer_name}}');
    expect(body('!')).toContain('Give it a name such as {{customer_name}}');
    expect(body('X'.repeat(90))).toContain(`The placeholder {{${'X'.repeat(77)}… is not`);
  });

  test('quotes 120 characters of an address', () => {
    const address = `https://x.test/${'a'.repeat(200)}`;
    const found = messages({ setup_guide: `![a](${address})` }).find(({ field }) => field === 'setup_guide');
    expect(found?.message).toContain(`The image ${address.slice(0, 119)}… is loaded`);
    // A character of two code units is never cut in half.
    const astral = messages({ setup_guide: `![a](https://x.test/${'🥾'.repeat(200)})` });
    expect(astral.map(({ message }) => message).join()).toContain(`x.test/${'🥾'.repeat(104)}… is loaded`);
  });

  test.each([
    [2, 'Has 2 of the 3 keywords from which a trail surfaces dependably. Add 1.'],
    [0, 'Has 0 of the 3 keywords from which a trail surfaces dependably. Add 3.'],
    [3, undefined],
  ])('with %i keywords: %s', (count, message) => {
    const keywords = Array.from({ length: count }, (_, at) => `word ${at}`);
    const found = messages({ trigger: { ...ready.trigger, keywords } }).find(
      ({ field }) => field === 'trigger.keywords',
    );
    expect(found?.message).toBe(message);
  });

  test('comes before advice if it blocks publishing, and each kind keeps its order', () => {
    const found = messages({ title: ' ', target_role: '', prompts: [], setup_guide: '' });
    expect(found.map(({ severity, field }) => `${severity} ${field}`)).toEqual([
      'error title',
      'error prompts',
      'warning target_role',
      'warning trigger.examples',
      'warning setup_guide',
    ]);
  });

  test('omits the example run if there are no examples', () => {
    const none = messages({ trigger: { ...ready.trigger, examples: [] } });
    expect(none.filter(({ message }) => message.includes('have not been run'))).toEqual([]);
  });
});

test('never gives two prompts without ids the same id', () => {
  const drawn = ['p_1', 'p_1', 'p_2'];
  const prompts = ['A', 'B'].map((label) => ({ label, body: '' }));
  expect(assignPromptIds(prompts, [], () => drawn.shift() ?? 'p_3').map(({ id }) => id)).toEqual(['p_1', 'p_2']);
});

test('accepts an image inside a link, unless its text spans paragraphs', () => {
  const remote = (markdown: string) => remoteImages(markdown, 'https://own.test/');
  expect(remote('![a\n\nb](https://x.test/1.png)')).toEqual([]);
  expect(remote('[![a](https://x.test/1.png)](https://x.test/)')).toEqual(['https://x.test/1.png']);
  expect(remote('[a] ![Logo][]\n\n[logo]: https://x.test/2.png\n[a]: https://x.test/3.png')).toEqual([
    'https://x.test/2.png',
  ]);
});

describe('CAIRN_PROVIDERS', () => {
  const tool = { id: 'ours', name: 'Ours', vendor: '', url: 'https://ours.test' };
  const read = (value: unknown) => parseProviderSetting(JSON.stringify(value));

  test('accepts an empty text as no providers, and a hundred providers with every form of id', () => {
    expect(parseProviderSetting('')).toEqual([]);
    expect(read([])).toEqual([]);
    for (const id of ['a', '0', 'a'.repeat(64), 'a_-0']) expect(read([{ ...tool, id }])).toEqual([{ ...tool, id }]);
    expect(read(Array.from({ length: 100 }, () => tool))).toHaveLength(100);
  });

  test.each<[unknown, string]>([
    [{}, 'is not an array of at most 100'],
    [Array.from({ length: 101 }, () => tool), 'is not an array of at most 100'],
    [[null], 'is malformed at [0]: Give an array'],
    [[[]], 'is malformed at [0]: Give an array'],
    [['x'], 'is malformed at [0]: Give an array'],
    [[tool, { ...tool, more: 1 }], 'is malformed at [1]: there is no "more"'],
    [[{ ...tool, id: 7 }], 'id must have 1 to 64'],
    [[{ ...tool, id: '' }], 'id must have 1 to 64'],
    [[{ ...tool, id: 'a'.repeat(65) }], 'id must have 1 to 64'],
    [[{ ...tool, name: ' ' }], 'name must be'],
    [[{ ...tool, name: 7 }], 'name must be'],
    [[{ ...tool, vendor: 7 }], 'vendor must name the company'],
    [[{ ...tool, url: 'ours' }], 'url must be a URL'],
    [[{ ...tool, url: 7 }], 'url must be a URL'],
  ])('refuses %j', (value, fault) => {
    expect(read(value)).toMatchObject({ fault: expect.stringContaining(fault) });
  });

  test('refuses text that is not JSON', () => {
    expect(parseProviderSetting('[')).toMatchObject({ fault: expect.stringContaining('is not valid JSON') });
  });
});
