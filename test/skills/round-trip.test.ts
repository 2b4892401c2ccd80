// A trail that is exported as a SKILL.md and imported again is the same document, whatever its content is. Also covers
// skills from elsewhere.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { marked } from 'marked';
import { validate } from 'skills-ref';
import { describe, expect, test, vi } from 'vitest';
import { readSkill } from '../../src/skills/read-skill.ts';
import { renderSkill } from '../../src/skills/render-skill.ts';
import { PROMPTS_HINT, PROMPTS_TITLE, takePrompts } from '../../src/skills/skill-body.ts';
import type { FullDocument } from '../../src/trails/document/full-document.ts';
import { baseSkillName } from '../../src/trails/publication/skill-name.ts';
import { runs } from '../support/runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TRAIL_ID = '01970000-0000-7000-8000-000000000001';
/**
 * Text that authors type and that could break the format: the exporter's headings, fences, HTML, references, line ends,
 * other scripts.
 */
const PIECES = [
  ...[
    '## Setup',
    '## Prompts',
    '\n## Prompts\n\nReplace each `{{placeholder}}` with what the person supplies.',
    '### x',
  ],
  ...[
    '```',
    '```text',
    '````',
    '`',
    '# Title',
    'For: somebody',
    '<script>alert(1)</script>',
    '&lt;b>',
    '---',
    ': "',
    "'",
  ],
  ...['\r\n', '\n', '\t', '\u200b', '\u202e', '{{name}}', '\\{{name}}', 'ünïcödé', '日本語', '🧭', 'plain words', ' '],
];
const text = (most: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 12, unit: 'grapheme' })),
    )
    .map((pieces) => [...pieces.join(' ')].slice(0, most).join(''));

const documents: fc.Arbitrary<FullDocument> = fc.record({
  title: text(110).map((title) => `T${title}`),
  target_role: text(120),
  description: text(1_000),
  tools: fc.uniqueArray(fc.constantFrom('claude', 'chatgpt', 'gemini')),
  trigger: fc.record({
    when: text(600),
    keywords: fc.uniqueArray(text(60).filter((word) => word !== '')),
    examples: fc.array(fc.record({ text: text(200), expect: fc.constantFrom('match' as const, 'no_match' as const) })),
  }),
  prompts: fc.uniqueArray(fc.record({ label: text(80), body: text(400), id: fc.stringMatching(/^[a-z]{1,8}$/) }), {
    maxLength: 5,
    selector: ({ id }) => id,
  }),
  setup_guide: text(2_000),
  feedback_enabled: fc.boolean(),
});

const skillOf = (document: FullDocument, withExamples: boolean) =>
  renderSkill(
    { name: baseSkillName(document.title) ?? 'trail', trail_id: TRAIL_ID, version: 3, document, images: [] },
    withExamples,
  );
const markdownOf = (document: FullDocument, withExamples = true): string =>
  skillOf(document, withExamples).files[0]?.bytes.toString() ?? '';

describe('an imported export', () => {
  test('is the same document, character by character', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const read = readSkill(markdownOf(document));
        expect(read.document).toEqual(document);
        expect(read.findings).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  });

  test('is the same document if every line ends with CR LF, without counting as edited', () => {
    const document = { ...plain(), setup_guide: '- One\n- Two\n\n```\n  code\n```', title: 'T  double  blanks' };
    expect(readSkill(markdownOf(document).replaceAll('\n', '\r\n'))).toEqual(readSkill(markdownOf(document)));
  });

  test('for employees contains no examples, and is otherwise the same document', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const { examples: _none, ...trigger } = document.trigger;
        const read = readSkill(markdownOf(document, false));
        expect(read.document).toEqual({ ...document, trigger: { ...trigger, examples: [] } });
      }),
      { numRuns: runs(30) },
    );
  });

  test('has the same bytes each time, without HTML and invisible characters', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const once = markdownOf(document);
        expect(markdownOf(document)).toBe(once);
        const html = String(marked.parse(once.slice(once.indexOf('\n---\n', 4) + 5)));
        expect(html).not.toMatch(/<script/);
        expect(html.replace(/<pre>[\s\S]*?<\/pre>/g, '')).not.toMatch(/\u200b|\u202e/);
      }),
      { numRuns: runs(30) },
    );
  });

  test.each([
    ['an unclosed fence', '````', '````\n <script>alert(1)</script>'],
    ['an unclosed fence of tildes', '~~~\ncode', 'x\n~~~\n<script>alert(1)</script>'],
    ['an unclosed fence in a list', '- ```\n  code', '```\n<script>alert(1)</script>'],
    ['an unclosed fence in a quotation', '> ```', '<script>alert(1)</script>'],
    ['a fence that ends with its list', '- a\n  ```\n<script>alert(1)</script>\n  ```', 'x'],
    ['a span of two lines', '`a\n`<script>alert(1)</script>`', 'x'],
    ['two backticks and one', '`` a `<script>alert(1)</script>` b', 'x'],
    ['an escaped backtick', '\\`<script>alert(1)</script>`', 'x'],
    ['indented text that only looks like code', 'a\n    ```\n    <script>alert(1)</script>\n    ```', 'x'],
  ])('contains no HTML, and every prompt in full, after %s', (_, markdown, prompt) => {
    for (const field of ['setup_guide', 'description'] as const) {
      const document = { ...plain(), [field]: markdown, prompts: [{ id: 'a', label: 'One', body: prompt }] };
      const text = markdownOf(document);
      const tokens = marked.lexer(text.slice(text.indexOf('\n---\n', 4) + 5));
      expect(tokens.at(-1)).toMatchObject({ type: 'code', lang: 'text', text: prompt });
      expect(String(marked.parser(tokens))).not.toMatch(/<script/);
      expect(readSkill(text).document).toEqual(document);
    }
  });

  test('leaves code unchanged: fences with backticks and tildes, in lists, and code spans', () => {
    const markdown = [
      'Use `<name>` here:',
      '```html\n<b>bold</b>\n```',
      '~~~\n<i>\n~~~',
      '1. Do it:\n   ```\n   <a>\n   ```',
      'and `a<b` last',
    ].join('\n\n');
    expect(markdownOf({ ...plain(), setup_guide: markdown })).toContain(markdown);
  });

  test('is imported as edited if it was edited in between, with a notice', () => {
    const document = { ...plain(), description: 'You do it.', title: 'T  double  blanks' };
    const edited = markdownOf(document).replaceAll('You do it.', 'You do it well.');
    const read = readSkill(edited);
    expect(read.document?.description).toBe('You do it well.');
    expect(read.findings.map(({ field }) => field)).toContain('SKILL.md');
  });

  test('uses an edited description as its trigger text', () => {
    const edited = markdownOf(plain()).replace(/^description: .*$/m, 'description: "Use it on Mondays."');
    expect(readSkill(edited).document?.trigger?.when).toBe('Use it on Mondays.');
  });
});

test('passes the reference validator for generated trails', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder('skills');
  const { mkdir } = await import('node:fs/promises');
  const faults: unknown[] = [];
  for (const document of fc.sample(documents, { numRuns: runs(200), seed: 13 })) {
    const skill = skillOf(document, false);
    const place = join(folder, skill.name);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'SKILL.md'), skill.files[0]?.bytes ?? '');
    const errors = await validate(place);
    if (errors.length > 0) faults.push([document.title, errors]);
  }
  expect(faults).toEqual([]);
});

describe('a skill from elsewhere', () => {
  test('is imported as title, trigger text and guide', () => {
    const read = readSkill(
      '---\nname: tidy-notes\ndescription: Tidies notes. Use when notes are messy.\nlicense: MIT\n---\n\n# Tidy notes\n\nDo it.\n',
    );
    expect(read.document).toMatchObject({
      title: 'Tidy notes',
      description: 'Tidies notes. Use when notes are messy.',
      trigger: { when: 'Tidies notes. Use when notes are messy.' },
      setup_guide: 'Do it.',
    });
    expect(read.findings.map(({ field }) => field)).toEqual(['license', 'prompts']);
  });

  test('with spaces after its prompts is scanned once, not once per prompt', () => {
    const prompts = '### a\n\n```text\nb\n```\n\n'.repeat(200);
    const text = `${PROMPTS_TITLE}\n\n${PROMPTS_HINT}\n\n${prompts}${' '.repeat(20_000)}`;
    const trim = vi.spyOn(String.prototype, 'trim');
    expect(takePrompts(text).prompts).toHaveLength(200);
    const trimmed = trim.mock.contexts.reduce((sum: number, one) => sum + String(one).length, 0);
    trim.mockRestore();
    expect(trimmed).toBeLessThan(2 * text.length);
  });

  test('without a heading is named after its folder', () => {
    expect(readSkill('---\nname: tidy-notes\ndescription: x\n---\nDo it.').document?.title).toBe('Tidy notes');
  });

  test.each([
    ['description: Use this when: a customer asks', 'Use this when: a customer asks'],
    ['description: Reads files.\n  Trigger: any PDF # really', 'Reads files. Trigger: any PDF # really'],
    ['description: Ends with a colon:', 'Ends with a colon:'],
  ])('with an unquoted colon (%j) is imported with a finding', (line, description) => {
    for (const end of ['\n', '\r\n']) {
      const read = readSkill(`---\nname: pdf\n${line}\nlicense: MIT\n---\nText`.replaceAll('\n', end));
      expect(read.document?.description).toBe(description);
      expect(read.findings.map(({ field }) => field)).toEqual(['license', 'SKILL.md', 'prompts']);
    }
  });

  test.each([
    ['no block at the top', '# Only text', 'SKILL.md'],
    ['a block that is not YAML', '---\nname: [\n---\n', 'SKILL.md'],
    ['a block that is a list', '---\n- a\n---\n', 'SKILL.md'],
    ['no description', '---\nname: a\n---\nText', 'description'],
    ['aliases', '---\nname: &a x\ndescription: *a\n---\n', 'SKILL.md'],
    ['endless brackets', `---\nname: ${'['.repeat(50_000)}\n---\n`, 'SKILL.md'],
  ])('with %s is refused, and the error names the field', (_fault, markdown, field) => {
    const read = readSkill(markdown);
    expect(read.document).toBeUndefined();
    expect(read.findings).toMatchObject([{ severity: 'error', field }]);
  });
});

const plain = (): FullDocument => ({
  title: 'Tidy notes',
  target_role: '',
  description: 'You tidy notes.',
  tools: [],
  trigger: { when: 'After a meeting.', keywords: ['notes'], examples: [] },
  prompts: [{ label: 'Tidy', body: 'Tidy {{notes}}.', id: 'p' }],
  setup_guide: 'Paste them.',
  feedback_enabled: true,
});

test('with CR LF is imported with the same title, guide and prompts', () => {
  const text = '---\nname: x\ndescription: D.\n---\n\n# Hello you\n\n- One\n- Two\n\n```\ncode\n```\n';
  const read = readSkill(text);
  expect(read.document?.title).toBe('Hello you');
  for (const mark of ['', '\ufeff']) expect(readSkill(mark + text.replaceAll('\n', '\r\n'))).toEqual(read);
});
