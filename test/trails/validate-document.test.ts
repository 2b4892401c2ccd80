import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentSchema, type TrailDocument } from '../../src/trails/document/document.ts';
import { KNOWN_PROVIDERS } from '../../src/trails/document/known-providers.ts';
import { countCharacters, LIMITS } from '../../src/trails/document/limits.ts';
import { requireDraft, validateDraft } from '../../src/trails/document/validate-document.ts';
import { proposedDocument } from '../../src/trails/editing/create-trail.ts';
import { anyCharacter } from '../support/any-character.ts';
import { runs } from '../support/runs.ts';
import { readyDocument, rules } from './catalog.ts';

const findings = (document: unknown) => validateDraft(document, rules.schema);
const fields = (document: unknown) => findings(document).map(({ field }) => field);
const titled = (members: object) => ({ title: 'T', ...members });
/** Astral characters: two code units, one character. */
const long = (length: number) => '🥾'.repeat(length);

describe('a draft', () => {
  test('needs only a title', () => {
    expect(findings({ title: 'T' })).toEqual([]);
    expect(findings(readyDocument())).toEqual([]);
    expect(findings(titled({ prompts: [{ label: '', body: '', id: '' }] }))).toEqual([]);
  });

  test.each([
    ['a missing title', {}, 'title'],
    ['a blank title', { title: ' \u00a0\n' }, 'title'],
    ['a null member', titled({ target_role: null }), 'target_role'],
    ['an unknown property', titled({ audience: 'x' }), 'audience'],
    [
      'an unknown nested property',
      titled({ trigger: { examples: [{ text: 'a', expect: 'match', x: 1 }] } }),
      'trigger.examples[0].x',
    ],
    ['a property that every object inherits', titled({ constructor: 1 }), 'constructor'],
    ['an unknown provider', titled({ tools: ['claude', 'clippy'] }), 'tools[1]'],
    ['a repeated provider', titled({ tools: ['claude', 'claude'] }), 'tools[1]'],
    ['a repeated keyword', titled({ trigger: { keywords: ['a', 'b', 'a'] } }), 'trigger.keywords[2]'],
    [
      'a keyword in its other normal form',
      titled({ trigger: { keywords: ['caf\u00e9', 'cafe\u0301'] } }),
      'trigger.keywords[1]',
    ],
    ['an upper-case keyword', titled({ trigger: { keywords: ['Ärger'] } }), 'trigger.keywords[0]'],
    ['a title-case keyword', titled({ trigger: { keywords: ['ǅ'] } }), 'trigger.keywords[0]'],
    ['an empty keyword', titled({ trigger: { keywords: [''] } }), 'trigger.keywords[0]'],
    [
      'a wrong expectation',
      titled({ trigger: { examples: [{ text: 'a', expect: 'maybe' }] } }),
      'trigger.examples[0].expect',
    ],
    ['an example without text', titled({ trigger: { examples: [{ expect: 'match' }] } }), 'trigger.examples[0].text'],
    ['a prompt without body', titled({ prompts: [{ label: 'a' }] }), 'prompts[0].body'],
    ['a prompt id of other characters', titled({ prompts: [{ label: '', body: '', id: 'A b' }] }), 'prompts[0].id'],
    ['a string instead of a boolean', titled({ feedback_enabled: 'true' }), 'feedback_enabled'],
    ['an object instead of an array', titled({ prompts: {} }), 'prompts'],
  ])('with %s is refused at its field', (_, document, field) => {
    expect(fields(document)).toEqual([field]);
  });

  test.each([...'\u200b\u00ad\u2060\u3164\u2800\ufe0f\u{e0020}'])(
    'with only %j in a required text is refused at that field',
    (unseen) => {
      const blank = {
        title: unseen,
        trigger: { keywords: [`${unseen} ${unseen}`], examples: [{ text: unseen, expect: 'match' }] },
      };
      expect(fields(blank)).toEqual(['title', 'trigger.keywords[0]', 'trigger.examples[0].text']);
      shapeAccepts(blank);
      expect([...new Set(shapeAccepts.errors?.map(({ instancePath }) => instancePath))]).toEqual([
        '/title',
        '/trigger/keywords/0',
        '/trigger/examples/0/text',
      ]);
      expect(findings({ title: `${unseen}T${unseen}` })).toEqual([]);
    },
  );

  test('gets advice to remove blank list items and to fill in required texts', () => {
    const blank = { title: ' ', trigger: { keywords: [' '], examples: [{ text: ' ', expect: 'match' }] } };
    expect(findings(blank).map(({ message }) => message)).toEqual([
      'Is blank. Write something here.',
      'Is blank. Write something here, or remove it.',
      'Is blank. Write something here.',
    ]);
  });

  test('gets its unknown names quoted, cut between two characters', () => {
    expect(fields(titled({ [`x${long(90)}`]: 1 }))).toEqual([`x${long(78)}…`]);
  });

  test.each([null, [], 'text', 3, true])('must be an object, not %j', (value) => {
    expect(findings(value)).toMatchObject([{ severity: 'error', field: '' }]);
  });

  test('is refused with all its errors at once', () => {
    const wrong = { titel: 'x', tools: [1], trigger: { when: 2 }, prompts: [{ label: 3, body: long(8_001) }] };
    expect(fields(wrong).sort()).toEqual([
      'prompts[0].body',
      'prompts[0].label',
      'titel',
      'title',
      'tools[0]',
      'trigger.when',
    ]);
  });

  test('cannot produce an unlimited number of errors', () => {
    expect(findings(titled({ prompts: Array.from({ length: 100_000 }, () => 1) })).length).toBeLessThan(30);
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x${index}`, 1]));
    expect(findings(titled(many))).toHaveLength(1000);
  });

  test('cannot use a prompt id twice, and the error names both positions', () => {
    const prompts = ['a', '', 'a', undefined, 'a'].map((id) => ({
      label: '',
      body: '',
      ...(id === undefined ? {} : { id }),
    }));
    const found = findings(titled({ prompts }));
    expect(found.map(({ field }) => field)).toEqual(['prompts[2].id', 'prompts[4].id']);
    expect(found[0]?.message).toContain('prompts[0]');
  });
});

const sized: readonly [string, number, (text: string) => unknown][] = [
  ['title', LIMITS.title.max, (title) => ({ title })],
  ['target_role', LIMITS.target_role.max, (target_role) => titled({ target_role })],
  ['description', LIMITS.description.max, (description) => titled({ description })],
  ['trigger.when', LIMITS.when.max, (when) => titled({ trigger: { when } })],
  ['trigger.keywords[0]', LIMITS.keywords.max, (keyword) => titled({ trigger: { keywords: [keyword] } })],
  [
    'trigger.examples[0].text',
    LIMITS.examples.max,
    (text) => titled({ trigger: { examples: [{ text, expect: 'match' }] } }),
  ],
  ['prompts[0].label', LIMITS.prompt_label.max, (label) => titled({ prompts: [{ label, body: '' }] })],
  ['prompts[0].body', LIMITS.prompt_body.max, (body) => titled({ prompts: [{ label: '', body }] })],
  ['setup_guide', LIMITS.setup_guide.max, (setup_guide) => titled({ setup_guide })],
];

test.each(sized)('accepts in %s %i characters, counted as code points, and not one more', (field, most, documentOf) => {
  expect(findings(documentOf(long(most)))).toEqual([]);
  const [tooLong, ...others] = findings(documentOf(long(most + 1)));
  expect(others).toEqual([]);
  expect(tooLong?.field).toBe(field);
  expect(tooLong?.message).toContain(
    `${(most + 1).toLocaleString('en')} characters; at most ${most.toLocaleString('en')}`,
  );
});

test('accepts as many list items as the limits say', () => {
  const example = { text: 'a', expect: 'match' };
  const prompt = { label: '', body: '' };
  const times = (count: number, item: unknown) => Array.from({ length: count }, () => item);
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);
  expect(
    fields(titled({ trigger: { keywords: words(40), examples: times(50, example) }, prompts: times(20, prompt) })),
  ).toEqual([]);
  expect(
    fields(titled({ trigger: { keywords: words(41), examples: times(51, example) }, prompts: times(21, prompt) })),
  ).toEqual(['trigger.keywords', 'trigger.examples', 'prompts']);
});

test('counts characters as code points', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => countCharacters(text) === [...text].length),
    { numRuns: runs(100) },
  );
});

/** The shape as an independent validator reads it. */
const shapeAccepts = new Ajv2020({ allErrors: true, strict: true, strictSchema: false }).compile(rules.schema);
/** An independent reader of `document_schema`: a validator in its strictest mode, as any author could use it. */
const schemaAccepts = new Ajv2020({ allErrors: true, strict: true }).compile(documentSchema(rules.schema));

const text = (most: number) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.stringMatching(/^[a-zß🥾 ]{1,12}[a-z]$/u) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ', 'A', 'ß', 'ǅ', long(most), long(most + 1)) },
  );
const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, 1, true, 'x', [], {}));
/** In most cases a typical value, otherwise any value. */
const mostly = <Value>(usual: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 60, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything });
const maybe = (members: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[]) =>
  fc
    .tuple(
      fc.record(members, { requiredKeys }),
      fc.option(fc.dictionary(fc.string(), anything, { maxKeys: 1 }), { freq: 1 }),
    )
    .map(([known, unknown]) => ({ ...known, ...unknown }));

const example = maybe({ text: mostly(text(4_000)), expect: mostly(fc.constantFrom('match', 'no_match')) }, [
  'text',
  'expect',
]);
const prompt = maybe(
  {
    label: mostly(text(80)),
    body: mostly(text(8_000)),
    id: mostly(fc.oneof(fc.stringMatching(/^[a-z0-9_-]{0,65}$/), fc.string())),
  },
  ['label', 'body'],
);
const trigger = maybe(
  {
    when: mostly(text(600)),
    keywords: mostly(fc.array(mostly(text(60)), { maxLength: 42 })),
    examples: mostly(fc.array(mostly(example), { maxLength: 52, size: 'small' })),
  },
  [],
);
const tools = mostly(fc.array(fc.constantFrom(...KNOWN_PROVIDERS.map(({ id }) => id)), { maxLength: 3 }));
const document = maybe(
  {
    ...{
      title: mostly(text(120)),
      target_role: mostly(text(120)),
      description: mostly(text(1_000)),
      tools,
      trigger: mostly(trigger),
    },
    ...{
      prompts: mostly(fc.array(mostly(prompt), { maxLength: 22, size: 'small' })),
      setup_guide: mostly(text(20_000)),
    },
    feedback_enabled: mostly(fc.boolean()),
  },
  ['title'],
);

describe('document_schema', () => {
  test('accepts all documents that the server accepts, plus the documented extras, as the shape does', () => {
    let accepted = 0;
    fc.assert(
      fc.property(document, (candidate) => {
        const parsed: unknown = JSON.parse(JSON.stringify(candidate));
        const found = findings(parsed).filter(({ message }) => !message.startsWith('The id "'));
        accepted += found.length === 0 ? 1 : 0;
        expect(shapeAccepts(parsed)).toBe(found.length === 0);
        if (found.length === 0) expect(schemaAccepts(parsed)).toBe(true);
        if (found.some(({ message }) => !/^Is blank|^Must be lowercase/.test(message)))
          expect(schemaAccepts(parsed)).toBe(false);
      }),
      { numRuns: runs(600) },
    );
    expect(accepted).toBeGreaterThan(runs(60));
  });

  test('accepts an example of everything that a draft may contain, and every document that the tests publish', () => {
    expect(schemaAccepts(readyDocument())).toBe(true);
    expect(schemaAccepts({ title: 'T' })).toBe(true);
  });

  test('documents where it is weaker than the server: two prompts with the same id', () => {
    const twice = titled({
      prompts: [
        { label: '', body: '', id: 'a' },
        { label: '', body: '', id: 'a' },
      ],
    });
    expect(schemaAccepts(twice)).toBe(true);
    expect(fields(twice)).toEqual(['prompts[1].id']);
    expect(JSON.stringify(documentSchema(rules.schema))).toContain('No two prompts in a trail may have the same id');
  });

  test('says in a plain pattern that texts are not blank and keywords have no capitals', () => {
    for (const title of ['', ' ', '\u00a0\n']) expect(schemaAccepts({ title })).toBe(false);
    for (const keyword of ['Refund', 'a B', ' ', '']) {
      expect(schemaAccepts(titled({ trigger: { keywords: [keyword] } }))).toBe(false);
    }
  });

  test('accepts only the providers of the installation', () => {
    for (const { id } of KNOWN_PROVIDERS) expect(schemaAccepts(titled({ tools: [id] }))).toBe(true);
    expect(schemaAccepts(titled({ tools: ['Claude'] }))).toBe(false);
  });
});

describe('a CreateTrailBody', () => {
  const created = (body: { document?: unknown; title?: unknown }): TrailDocument =>
    requireDraft(proposedDocument(body), rules.schema);

  test('uses its title if the document is omitted or has none', () => {
    expect(created({ title: 'T' })).toEqual({ title: 'T' });
    expect(created({ document: null, title: 'T' })).toEqual({ title: 'T' });
    expect(created({ document: { description: 'd' }, title: 'T' })).toEqual({ description: 'd', title: 'T' });
    expect(created({ document: { title: '' }, title: 'T' })).toEqual({ title: 'T' });
    expect(created({ document: { title: ' \u200b' }, title: 'T' })).toEqual({ title: 'T' });
    expect(created({ document: { title: 'Own' }, title: 'T' })).toEqual({ title: 'Own' });
  });

  test.each([
    {},
    { title: null },
    { title: ' ' },
    { document: { title: ' ' } },
    { document: { title: 1 }, title: 'T' },
  ])('without a usable title is refused (validation): %j', (body) => {
    expect(() => created(body)).toThrow(expect.objectContaining({ slug: 'validation' }));
  });
});
