import { expect, test } from 'vitest';
import { rendered } from '../../src/cli/print.ts';
import { verdictTable } from '../../src/cli/trails/test-trails.ts';

test('a list is printed in columns, however long it is', () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => ({
    id: index,
    name: index === 7 ? 'a longer one' : 'one',
  }));
  const lines = rendered(rows, false).split('\n');
  expect(lines).toHaveLength(rows.length + 1);
  expect(lines.slice(0, 2)).toEqual(['id      name', '0       one']);
});

test('what is empty is a stroke, in lines and in columns', () => {
  const empty = { applied: [], seat_limit: null };
  expect(rendered(empty, false)).toBe('applied: -\nseat_limit: -');
  expect(rendered([empty], false)).toBe('applied  seat_limit\n-        -');
});

test('a list within a result stands in columns below its name', () => {
  const locks = [{ migration: '0001', tables: ['trails', 'grants'] }];
  expect(rendered({ missing: ['0001'], locks }, false)).toBe(
    'missing: 0001\nlocks:\n  migration  tables\n  0001       trails, grants',
  );
});

test('verdicts are printed in columns, however many there are', () => {
  const example = { text: 'pay back', expect: 'match', would_surface: true, pass: true, confidence: 1 } as const;
  const verdict = { ...example, reason: '', folder: 'refunds', title: 'Refunds' };
  const table = verdictTable(Array.from({ length: 200_000 }, () => verdict)).split('\n');
  expect(table.slice(0, 2)).toEqual([
    '      trail    expected  confidence  prompt',
    'ok    refunds  offer     1.00        pay back',
  ]);
  expect(table.at(-1)).toBe('200000 of 200000 examples pass.');
});
