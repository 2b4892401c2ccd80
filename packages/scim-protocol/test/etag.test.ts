// Weak entity tags and the preconditions on them (RFC 7644 3.14).
import { describe, expect, it } from 'vitest';
import { etag, hasIfNoneMatch, passesIfMatch } from '../src/etag.ts';

describe('a version', () => {
  it('is a weak ETag', () => {
    expect(etag(7)).toBe('W/"7"');
    expect(etag(7n)).toBe('W/"7"');
  });

  it.each([
    undefined,
    '*',
    ' * ',
    'W/"7"',
    '"7"',
    'W/"6", W/"7"',
    'W/"6","7" , "8"',
    '7',
    'W/7',
    ',"7"',
    '"6",, "7" ,',
  ])('matches If-Match: %s', (header) => {
    expect(passesIfMatch(header, 7)).toBe(true);
  });

  it.each(['W/"8"', '"77"', '"8", "9"', '""', '', ' ', ' , '])('does not match If-Match: %s', (header) => {
    expect(passesIfMatch(header, 7)).toBe(false);
  });

  it('matches the If-None-Match of a client that has it', () => {
    expect(hasIfNoneMatch('W/"6", W/"7"', 7)).toBe(true);
    expect(hasIfNoneMatch('*', 7)).toBe(true);
    expect(hasIfNoneMatch('W/"6"', 7)).toBe(false);
    expect(hasIfNoneMatch(undefined, 7)).toBe(false);
  });

  it.each(['W/"7', '"7" "8"', '{}', 'W/', '"a\u0000"'])(
    'returns 400 invalidValue for a malformed header: %j',
    (header) => {
      expect(() => passesIfMatch(header, 7)).toThrow(
        expect.objectContaining({ status: 400, scimType: 'invalidValue' }),
      );
    },
  );
});
