import { describe, expect, it } from 'vitest';
import { findInstant } from '../src/instant.ts';

describe('a timestamp', () => {
  const same: readonly [string, string][] = [
    ['2026-11-20', '2026-11-20T00:00:00.000000Z'],
    ['2026-11-20T12:30', '2026-11-20T12:30:00.000000Z'],
    ['2026-11-20t12:30:15z', '2026-11-20T12:30:15.000000Z'],
    ['2026-11-20 12:30:15', '2026-11-20T12:30:15.000000Z'],
    ['2026-11-20T12:30:15.5Z', '2026-11-20T12:30:15.500000Z'],
    ['2026-11-20T12:30:15.1234567Z', '2026-11-20T12:30:15.123456Z'],
    ['2026-11-20T12:30:15+01:30', '2026-11-20T11:00:15.000000Z'],
    ['2026-11-20T12:30:15-0130', '2026-11-20T14:00:15.000000Z'],
    ['2026-11-20T18:59:00+18:59', '2026-11-20T00:00:00.000000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
    // The first and last second that a database can represent.
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000000Z'],
  ];
  it.each(same)('%s is %s', (text, utc) => {
    const instant = findInstant(text);
    expect(instant?.text).toBe(utc);
    const [whole = '', digits = ''] = utc.slice(0, -1).split('.');
    expect(instant?.micros).toBe(BigInt(Date.parse(`${whole}Z`)) * 1000n + BigInt(digits));
  });

  const none = [
    ...['', 'now', '2026-11-20T', '2026-11-20T12', '20-11-2026', ' 2026-11-20'],
    ...['2026-02-29', '2026-02-31', '2026-13-01', '2026-00-10', '2026-11-20T24:00', '2026-11-20T12:60'],
    ...['2026-11-20T12:30:15+19:00', '2026-11-20T12:30:15+01:60', '2026-11-20T12:30:15+1', '2026-11-20T12:30:15.'],
    // The offset leads to a year that a database cannot represent.
    ...['0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'],
  ];
  it.each(none)('%j is not an instant', (text) => expect(findInstant(text)).toBeUndefined());
});
