// A field that authors fill in and employees never see is a mistake. Every field of a trail appears on the reader's
// page and in the skill, unless it is listed here with the reason.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderSkill } from '../../src/skills/render-skill.ts';
import type { FullDocument } from '../../src/trails/document/full-document.ts';
import { FIELD_SHAPES } from '../../src/trails/document/trail-fields.ts';

const FIELDS = Object.keys(FIELD_SHAPES) as (keyof typeof FIELD_SHAPES)[];
const NOT_IN_SKILLS: Partial<Record<(typeof FIELDS)[number], string>> = {
  feedback_enabled: 'A skill has no feedback buttons. The value is kept in the metadata for a later import.',
};

const document: FullDocument = {
  title: 'Marker title',
  target_role: 'Marker target_role',
  description: 'Marker description',
  tools: ['claude'],
  trigger: { when: 'Marker trigger', keywords: ['marker'], examples: [] },
  prompts: [{ id: 'a', label: 'Marker prompts', body: 'Do it' }],
  setup_guide: 'Marker setup_guide',
  feedback_enabled: false,
};

/** The text of a skill without its machine-readable metadata. */
function visibleText(source: FullDocument): string {
  const skill = renderSkill({ name: 'marker', trail_id: '0', document: source, images: [] });
  return skill.description + (skill.files[0]?.bytes.toString().split('---\n').slice(2).join('') ?? '');
}

const readerPages = readdirSync('console/src/read')
  .map((name) => readFileSync(`console/src/read/${name}`, 'utf8'))
  .join('\n');

describe.each(FIELDS)('the field %s', (field) => {
  test('appears on the reader’s page', () => {
    expect(readerPages).toMatch(new RegExp(`\\b${field}\\b`));
  });

  if (field in NOT_IN_SKILLS) return;
  test('changes the text of the skill', () => {
    const empty = Array.isArray(document[field]) ? [] : typeof document[field] === 'string' ? '' : undefined;
    const without = { ...document, [field]: empty ?? { when: '', keywords: [], examples: [] } };
    expect(visibleText(without)).not.toBe(visibleText(document));
  });
});

test('the example document fills in every field', () => {
  expect(Object.keys(document).sort()).toEqual([...FIELDS].sort());
});
