// Edge cases of pages in lists for AI tools: an exactly full page, the last page, a cursor of another list.
import { expect, test } from 'vitest';
import { pageAfter } from '../../../src/doors/mcp/list-page.ts';

const named = (count: number): string[] => Array.from({ length: count }, (_, at) => `trail-${at}`);
const cursorOf = (name: string): string => Buffer.from(name).toString('base64url');
const pageOf = (all: readonly string[], cursor?: string) => pageAfter(all, (name) => name, cursor, 2);

test.each([
  [0, []],
  [1, [1]],
  [2, [2]],
  [3, [2, 1]],
  [4, [2, 2]],
  [5, [2, 2, 1]],
])('returns all %i items in pages of two, each once, without a cursor after the last', (count, sizes) => {
  const all = named(count);
  const pages = [pageOf(all)];
  for (let next = pages[0]?.next; next?.nextCursor !== undefined; next = pages.at(-1)?.next)
    pages.push(pageOf(all, next.nextCursor));
  expect(pages.flatMap(({ page }) => page)).toEqual(all);
  expect(pages.map(({ page }) => page.length)).toEqual(count === 0 ? [0] : sizes);
});

test('is not shifted by items added before the cursor, and is empty after the last item', () => {
  const all = named(4);
  expect(pageOf(['new', ...all], cursorOf('trail-1')).page).toEqual(['trail-2', 'trail-3']);
  expect(pageOf(all, cursorOf('trail-3'))).toEqual({ page: [], next: {} });
  expect(pageOf(all, cursorOf('trail-0')).page).toEqual(['trail-1', 'trail-2']);
});

test.each(['', cursorOf('gone'), '%'])('refuses a cursor that leads nowhere (%j)', (cursor) => {
  expect(() => pageOf(named(4), cursor)).toThrow(expect.objectContaining({ slug: 'bad-request' }));
});
