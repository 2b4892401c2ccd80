import { expect, test } from 'vitest';
import { openCursor, signCursor } from '../../src/base/signed-cursor.ts';

test('a cursor opens again and again, with its key and for its list alone', () => {
  const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const cursor = signCursor(key, 'trails', 'place');
  for (let time = 0; time < 2; time += 1) {
    expect(openCursor(key, 'trails', cursor)).toBe('place');
    expect(openCursor(otherKey, 'trails', cursor)).toBeUndefined();
    expect(openCursor(key, 'members', cursor)).toBeUndefined();
    expect(openCursor(key, 'trails', `${cursor}A`)).toBeUndefined();
    expect(openCursor(key, 'trails', `${cursor} trails`)).toBeUndefined();
  }
});
