// Cursors are valid only for the list and key that they were signed with.
import { expect, test } from 'vitest';
import { openCursor, signCursor } from '../../src/base/signed-cursor.ts';

const key = Buffer.from('a key');

test('opens a cursor only for its own list and key, also once it was opened', () => {
  const cursor = signCursor(key, 'trails of one', '7 of 9');
  for (const turn of ['first', 'again']) {
    expect(openCursor(key, 'trails of one', cursor), turn).toBe('7 of 9');
    expect(openCursor(key, 'trails of two', cursor), turn).toBeUndefined();
    expect(openCursor(Buffer.from('another key'), 'trails of one', cursor), turn).toBeUndefined();
  }
});

test('refuses a cursor that was modified, truncated or encoded differently', () => {
  const cursor = signCursor(key, 'list', 'x');
  expect(openCursor(key, 'list', cursor)).toBe('x');
  for (const other of [`${cursor}=`, `${cursor}\n`, ` ${cursor}`, cursor.slice(0, -1), cursor.replace(/^./, '-'), ''])
    expect(openCursor(key, 'list', other), JSON.stringify(other)).toBeUndefined();
});
