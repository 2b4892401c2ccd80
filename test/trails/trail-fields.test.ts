import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { authoringGuide } from '../../src/trails/catalog/authoring-guide.ts';
import { DEFAULTS } from '../../src/trails/document/field-defaults.ts';
import { withDefaults } from '../../src/trails/document/full-document.ts';
import { FIELD_SHAPES, LISTED_FIELDS } from '../../src/trails/document/trail-fields.ts';
import { openTestDatabase } from '../support/database.ts';
import { newCatalog, rules } from './catalog.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('has a column with the name and type of every listed field', async () => {
  const columns = await database.rows<{ name: string; column: string }>(sql`
    select column_name as name, data_type as column from information_schema.columns where table_name = 'trails'`);
  expect(columns).toEqual(expect.arrayContaining(LISTED_FIELDS.map((field) => ({ ...field }))));
});

test('uses the limits of every field, by its path, in the guide', async () => {
  const { catalog_id } = await newCatalog(database);
  expect((await authoringGuide(database, catalog_id, rules)).field_limits).toEqual({
    title: { min_characters: 1, max_characters: 120 },
    target_role: { max_characters: 120 },
    description: { max_characters: 1_000 },
    tools: { max_items: 20 },
    'trigger.when': { max_characters: 600 },
    'trigger.keywords': { max_items: 40 },
    'trigger.keywords[]': { min_characters: 1, max_characters: 60 },
    'trigger.examples': { max_items: 50 },
    'trigger.examples[].text': { min_characters: 1, max_characters: 4_000 },
    prompts: { max_items: 20 },
    'prompts[].label': { max_characters: 80 },
    'prompts[].body': { max_characters: 8_000 },
    'prompts[].id': { max_characters: 64 },
    setup_guide: { max_characters: 20_000 },
  });
});

test('completes a document that has only a title with the defaults, in the order of the fields', () => {
  const document = withDefaults({ title: 'Answer a complaint' });
  expect(document).toEqual({ title: 'Answer a complaint', ...DEFAULTS });
  expect(Object.keys(document)).toEqual(Object.keys(FIELD_SHAPES));
  const partial = withDefaults({ title: 'A', setup_guide: 'B', trigger: { keywords: ['c'] } });
  expect(Object.keys(partial)).toEqual(Object.keys(FIELD_SHAPES));
  expect(partial.trigger).toEqual({ when: '', keywords: ['c'], examples: [] });
});

test('announces in the schema the same defaults that it fills in', () => {
  for (const [name, shape] of Object.entries(FIELD_SHAPES)) {
    if (name === 'title' || name === 'trigger') continue;
    expect(shape, name).toMatchObject({ default: DEFAULTS[name as keyof typeof DEFAULTS] });
  }
});
