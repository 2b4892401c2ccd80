// File system errors name the place that needs attention.
import { expect, test } from 'vitest';
import { failureLines } from '../../src/cli/failure-lines.ts';

const copying = (code: string): Error =>
  Object.assign(new Error(`${code}: copyfile`), { code, path: '/backup/image', dest: '/images/image' });

test.each([
  ['ENOSPC', '/images/image found no room'],
  ['EDQUOT', '/images/image found no room'],
  ['EROFS', '/images/image is on a disk that may only be read'],
  ['EACCES', '/backup/image may not be used'],
])('explains a failed copy with %s: %s', (code, sentence) => {
  expect(failureLines(copying(code))).toEqual([expect.stringContaining(sentence)]);
});

test.each([
  [{ code: 'ENOSPC', path: '/data/file' }, '/data/file found no room'],
  [{ code: 'ENOSPC' }, 'What was to be written found no room'],
])('explains %j: %s', (fault, sentence) => {
  expect(failureLines(Object.assign(new Error('write'), fault))).toEqual([expect.stringContaining(sentence)]);
});
