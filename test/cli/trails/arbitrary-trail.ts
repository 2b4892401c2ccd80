// Documents with every field, unusual Unicode, and text that YAML could misread.
import type { TrailDocument } from '@cairn/client';
import fc from 'fast-check';
import { anyCharacter } from '../../support/any-character.ts';

const HOSTILE = [
  ...['yes', 'no', 'null', '~', 'true', '0x1F', '1e3', '.inf', '2024-01-01', '007', '=', '<<', '- a', '# c', 'a: b'],
  ...['"', "'", '|', '>', '>-', '%TAG', '@a', '`a`', '{a}', '[a]', '&a', '*a', '!t', '? k', '---', '...', 'a #b', ':'],
  ...[
    ' lead',
    'trail ',
    '\ttab\t',
    '\n',
    '\n\n',
    'a\n',
    'a\n\n',
    '\na',
    'a\r\nb',
    '\r',
    'a\n  b\n c',
    ' \n ',
    'x\n---\ny',
  ],
  ...[
    '\u0085',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\u00a0',
    '\u0007',
    '\u007f',
    '\u009f',
    '\uffff',
    'e\u0301',
    '👩‍👩‍👧',
    'שלום',
    '\u202e',
  ],
  ...[
    '{{notes}}',
    '![x](images/gone.png)',
    '](images/',
    '<img src="images/a.png">',
    '# yaml-language-server: x',
    '\\',
    '\\n',
  ],
];

/** At most `max` code points, without NUL and lone surrogates. */
export const anyText = (max: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: anyCharacter, maxLength: 12 }), fc.lorem()), {
      maxLength: 6,
    })
    .map((parts) => [...parts.join('').replaceAll('\0', '')].slice(0, max).join(''));

const title = anyText(110).map((text) => `T${text}`);
const lower = anyText(40)
  .map((text) => `k${text.toLowerCase()}`)
  .filter((text) => !/[\p{Lu}\p{Lt}]/u.test(text));

const prompts = fc.uniqueArray(
  fc.record({ id: fc.stringMatching(/^[a-z0-9_-]{1,12}$/), label: anyText(80), body: anyText(300) }),
  { maxLength: 4, selector: ({ id }) => id },
);

export const anyDocument: fc.Arbitrary<TrailDocument> = fc.record(
  {
    title,
    target_role: anyText(120),
    description: anyText(400),
    tools: fc.uniqueArray(fc.constantFrom('claude', 'chatgpt', 'gemini', 'copilot'), { maxLength: 3 }),
    trigger: fc.record(
      {
        when: anyText(300),
        keywords: fc.uniqueArray(lower, { maxLength: 5 }),
        examples: fc.array(
          fc.record({
            text: anyText(200).map((text) => `x${text}`),
            expect: fc.constantFrom('match' as const, 'no_match' as const),
          }),
          { maxLength: 4 },
        ),
      },
      { requiredKeys: [] },
    ),
    prompts,
    setup_guide: anyText(600),
    feedback_enabled: fc.boolean(),
  },
  { requiredKeys: ['title'] },
);
