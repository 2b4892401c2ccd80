import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutEndingSlashes } from '../../src/base/text.ts';
import { runs } from '../support/runs.ts';

test.each([
  ['', ''],
  ['/', ''],
  ['///', ''],
  ['/mcp', '/mcp'],
  ['/mcp/', '/mcp'],
  ['https://cairn.test//', 'https://cairn.test'],
  ['//a//b', '//a//b'],
])('leaves %j as %j', (text, rest) => {
  expect(withoutEndingSlashes(text)).toBe(rest);
});

test('removes all slashes at the end, and only those', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[/a]{0,12}$/), (text) => {
      const rest = withoutEndingSlashes(text);
      expect(text.slice(rest.length)).toBe('/'.repeat(text.length - rest.length));
      expect(rest.endsWith('/')).toBe(false);
      expect(text.startsWith(rest)).toBe(true);
    }),
    { numRuns: runs(100) },
  );
});
