// The documents that would be wrong without anybody noticing.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROBLEMS } from '../src/http/problem.ts';
import { readConfig } from '../src/start/config.ts';

const text = (file: string): string => readFileSync(file, 'utf8');

test('docs/status-codes.md lists every slug with its status', () => {
  const listed = text('docs/status-codes.md').replace(/ +/g, ' ');
  for (const [slug, { status }] of Object.entries(PROBLEMS)) expect(listed).toContain(`| ${status} | \`${slug}\` |`);
});

test('docs/operations.md names every variable, and none that does not exist', () => {
  const source = text('src/start/config.ts');
  const known = new Set(source.match(/\bCAIRN_[A-Z_]+\b/g));
  const told = new Set(text('docs/operations.md').match(/\bCAIRN_[A-Z_]+\b/g));
  const ofTests = [...known].filter((name) => name.startsWith('CAIRN_TEST_'));
  expect([...known].filter((name) => !told.has(name) && !ofTests.includes(name) && name !== 'CAIRN_')).toEqual([]);
  const read = readConfig(Object.fromEntries([...told].map((name) => [name, ''])));
  expect('faults' in read ? read.faults : []).toEqual([]);
});

test('every line of the README that sends a request says which status to expect', () => {
  const blocks = [...text('README.md').matchAll(/^```sh journey\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? '');
  const calls = blocks.join('\n').match(/^api .*$/gm) ?? [];
  expect(calls.length).toBeGreaterThan(10);
  for (const call of calls) expect(call).toMatch(/# [1-5]\d\d$/);
});
