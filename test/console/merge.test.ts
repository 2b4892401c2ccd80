import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIELDS } from '../../console/src/write/draft/fields.ts';
import { type FullDocument, fullDocument } from '../../console/src/write/draft/full-document.ts';
import { merged, mergeRows } from '../../console/src/write/draft/merge.ts';
import { runs } from '../support/runs.ts';

const base = fullDocument({
  title: 'Answer a refund request',
  target_role: 'Support agent',
  trigger: { when: 'A customer asks.', keywords: ['refund'], examples: [] },
  prompts: [{ id: 'reply', label: 'Reply', body: 'Reply to {{name}}.' }],
});
const edited = (part: Partial<FullDocument>): FullDocument => ({ ...base, ...part });

test('keeps fields that only one person changed', () => {
  const mine = edited({ title: 'Reply to a refund request' });
  const theirs = edited({ trigger: { ...base.trigger, keywords: ['refund', 'money back'] } });
  expect(mergeRows(base, mine, theirs).map(({ field, changedBy }) => [field.path, changedBy])).toEqual([
    ['title', 'mine'],
    ['trigger.keywords', 'theirs'],
  ]);
  expect(merged(base, mine, theirs, {})).toEqual({ ...mine, trigger: theirs.trigger });
});

test('resolves fields that both people changed as chosen: mine, theirs, or both for lists', () => {
  const mine = edited({ prompts: [{ id: 'reply', label: 'Reply', body: 'Mine.' }] });
  const theirs = edited({ prompts: [{ id: 'reply', label: 'Reply', body: 'Theirs.' }] });
  const prompts = (side: 'mine' | 'theirs' | 'both') => merged(base, mine, theirs, { prompts: side }).prompts;
  expect(prompts('mine')).toEqual(mine.prompts);
  expect(prompts('theirs')).toEqual(theirs.prompts);
  // Prompts of a trail have unique ids. The service assigns a new one to the second.
  expect(prompts('both')).toEqual([...mine.prompts, { id: '', label: 'Reply', body: 'Theirs.' }]);
});

test('loses nothing: every field of a merge equals one of the two versions', () => {
  const text = fc.string({ maxLength: 8 });
  const changes = fc.record({
    title: text,
    target_role: text,
    description: text,
    tools: fc.uniqueArray(text, { maxLength: 3 }),
    trigger: fc.record({ when: text, keywords: fc.uniqueArray(text, { maxLength: 3 }) }),
    setup_guide: text,
    feedback_enabled: fc.boolean(),
  });
  const anyDocument = changes.map((changed) => fullDocument({ ...changed, prompts: [] }));
  const choices = fc.dictionary(fc.constantFrom(...FIELDS.map(({ path }) => path)), fc.constantFrom('mine', 'theirs'));
  fc.assert(
    fc.property(anyDocument, anyDocument, anyDocument, choices, (was, mine, theirs, chosen) => {
      const result = merged(was, mine, theirs, chosen as Record<string, 'mine' | 'theirs'>);
      for (const { get } of FIELDS) expect([get(mine), get(theirs)]).toContainEqual(get(result));
      for (const { get } of FIELDS) {
        if (JSON.stringify(get(mine)) === JSON.stringify(get(theirs))) expect(get(result)).toEqual(get(mine));
      }
    }),
    { numRuns: runs(100) },
  );
});

test('uses the usual names of AI tools', () => {
  const told = FIELDS.find(({ path }) => path === 'tools')?.toText(
    edited({ tools: ['chatgpt', 'copilot', 'own-tool'] }),
  );
  expect(told).toBe('ChatGPT\nMicrosoft Copilot\nown-tool');
});
