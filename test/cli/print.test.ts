import { expect, test } from 'vitest';
import { rendered } from '../../src/cli/print.ts';
import { verdictTable } from '../../src/cli/trails/test-trails.ts';

test('prints a list of any length as columns', () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => ({
    id: index,
    name: index === 7 ? 'a longer one' : 'one',
  }));
  const lines = rendered(rows, false).split('\n');
  expect(lines).toHaveLength(rows.length + 1);
  expect(lines.slice(0, 2)).toEqual(['id      name', '0       one']);
});

test('prints a dash for an empty value in lines and columns', () => {
  const empty = { applied: [], seat_limit: null };
  expect(rendered(empty, false)).toBe('applied: -\nseat_limit: -');
  expect(rendered([empty], false)).toBe('applied  seat_limit\n-        -');
});

test('prints a nested list as columns below its name', () => {
  const locks = [{ migration: '0001', tables: ['trails', 'grants'] }];
  expect(rendered({ missing: ['0001'], locks }, false)).toBe(
    'missing: 0001\nlocks:\n  migration  tables\n  0001       trails, grants',
  );
});

const KEY = {
  id: '0199c2e4-7f3a-7000-8000-000000000001',
  name: 'CMS',
  scopes: ['trails:read', 'trails:write'],
  ended: null,
};
const TABLE =
  'id                                    name  scopes                     ended\n' +
  '0199c2e4-7f3a-7000-8000-000000000001  CMS   trails:read, trails:write  -';

test('prints rows as lines on a narrow terminal, and as a table in a pipe or on a wider terminal', () => {
  const keys = [KEY, { ...KEY, name: 'Docs' }];
  const one = (name: string): string => `id: ${KEY.id}\nname: ${name}\nscopes: trails:read, trails:write\nended: -`;
  expect(rendered(keys, false, { isTTY: true, columns: 60 })).toBe(`${one('CMS')}\n\n${one('Docs')}`);
  const inside = one('CMS').replaceAll(/^/gm, '  ');
  expect(rendered({ keys: [KEY, KEY] }, false, { isTTY: true, columns: 60 })).toBe(`keys:\n${inside}\n\n${inside}`);
  for (const output of [
    {},
    { columns: 60 },
    { isTTY: true },
    { isTTY: true, columns: 0 },
    { isTTY: true, columns: 80 },
  ])
    expect(rendered([KEY], false, output)).toBe(TABLE);
  expect(rendered([KEY], true, { isTTY: true, columns: 60 })).toBe(JSON.stringify([KEY]));
});

test('prints a table even if its last column is too long, as long as that column has half of the width', () => {
  const checks = [{ check: 'public URL', detail: 'is good on this machine only; set CAIRN_PUBLIC_URL' }];
  const table = 'check       detail\npublic URL  is good on this machine only; set CAIRN_PUBLIC_URL';
  expect(rendered(checks, false, { isTTY: true, columns: 40 })).toBe(table);
});

test('prints any number of verdicts as columns', () => {
  const example = { text: 'pay back', expect: 'match', would_surface: true, pass: true, confidence: 1 } as const;
  const verdict = { ...example, reason: '', folder: 'refunds', title: 'Refunds' };
  const table = verdictTable(Array.from({ length: 200_000 }, () => verdict)).split('\n');
  expect(table.slice(0, 2)).toEqual([
    '      trail    expected  confidence  prompt',
    'ok    refunds  offer     1.00        pay back',
  ]);
  expect(table.at(-1)).toBe('200000 of 200000 examples pass.');
});
