// Cursors are valid only for the list and key that they were signed with.
import { expect, test } from 'vitest';
import { type CursorKeys, openCursor, signCursor } from '../../src/base/signed-cursor.ts';

const keys: CursorKeys = [Buffer.from('a key')];

test('opens a cursor only for its own list and key, even if it was already opened elsewhere', () => {
  const cursor = signCursor(keys, 'trails of one', '7 of 9');
  for (const turn of ['first', 'again']) {
    expect(openCursor(keys, 'trails of one', cursor), turn).toBe('7 of 9');
    expect(openCursor(keys, 'trails of two', cursor), turn).toBeUndefined();
    expect(openCursor([Buffer.from('another key')], 'trails of one', cursor), turn).toBeUndefined();
  }
});

test('refuses a cursor that was modified, truncated or encoded differently', () => {
  const cursor = signCursor(keys, 'list', 'x');
  expect(openCursor(keys, 'list', cursor)).toBe('x');
  for (const other of [`${cursor}=`, `${cursor}\n`, ` ${cursor}`, cursor.slice(0, -1), cursor.replace(/^./, '-'), ''])
    expect(openCursor(keys, 'list', other), JSON.stringify(other)).toBeUndefined();
});

test('opens a cursor that the previous key signed, and signs with the current key', () => {
  const [former, current] = [Buffer.from('a former key'), Buffer.from('a current key')];
  const cursor = signCursor([former], 'list', 'x');
  expect(openCursor([current, former], 'list', cursor)).toBe('x');
  expect(openCursor([current], 'list', signCursor([current, former], 'list', 'y'))).toBe('y');
  expect(openCursor([current], 'list', cursor)).toBeUndefined();
});
