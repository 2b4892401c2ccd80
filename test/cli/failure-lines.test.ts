// Errors from the file system name the path that needs attention.
import { expect, test } from 'vitest';
import { errorAt } from '../../src/base/field-finding.ts';
import { refuse } from '../../src/base/refusal.ts';
import { failureLines } from '../../src/cli/failure-lines.ts';

const copying = (code: string): Error =>
  Object.assign(new Error(`${code}: copyfile`), { code, path: '/backup/image', dest: '/images/image' });

test.each([
  ['ENOSPC', '/images/image could not be written: the'],
  ['EDQUOT', '/images/image could not be written: this'],
  ['EROFS', '/images/image is on a read-only disk'],
  ['EACCES', '/backup/image is not accessible to this user'],
])('explains a failed copy with %s: %s', (code, sentence) => {
  expect(failureLines(copying(code))).toEqual([expect.stringContaining(sentence)]);
});

test.each([
  [{ code: 'ENOSPC', path: '/data/file' }, '/data/file could not be written'],
  [{ code: 'ENOSPC' }, 'The output could not be written'],
])('explains %j: %s', (fault, sentence) => {
  expect(failureLines(Object.assign(new Error('write'), fault))).toEqual([expect.stringContaining(sentence)]);
});

test('lists issues with and without a field', () => {
  const issues = [errorAt('', 'a/trail.yaml: line 2: no end.'), errorAt('b: title', 'This is required.')];
  const refused = refuse('validation', 'The folder contains errors:', { issues });
  expect(failureLines(refused).slice(1)).toEqual(['  a/trail.yaml: line 2: no end.', '  b: title: This is required.']);
});
