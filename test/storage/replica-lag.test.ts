// Measures how far a standby lags behind, from observed positions and times.
import { describe, expect, test } from 'vitest';
import { lagMeter, placeOf } from '../../src/storage/replica-lag.ts';

describe('a WAL position', () => {
  test.each([
    ['0/0', 0n],
    ['0/FFFFFFFF', 4_294_967_295n],
    ['1/0', 4_294_967_296n],
    ['16/B374D848', 97_500_059_720n],
    ['FFFFFFFF/FFFFFFFF', 18_446_744_073_709_551_615n],
  ])('%s', (text, place) => expect(placeOf(text)).toBe(place));

  test.each([null, undefined, '', '0', '/', '1/', '/1', '1/2/3', 'G/0', '-1/0', '123456789/0', '0/0 '])(
    'is not %j',
    (text) => expect(placeOf(text)).toBeUndefined(),
  );
});

describe('the replication lag', () => {
  test('is zero before the first observation, and while the standby is up to date', () => {
    const meter = lagMeter();
    expect(meter.behind(0n, 5)).toBe(0);
    meter.note(10n, 5);
    expect([meter.behind(10n, 900), meter.behind(11n, 1_900)]).toEqual([0, 0]);
  });

  test('is the age of the oldest observed position that the standby has not reached', () => {
    const meter = lagMeter();
    meter.note(10n, 1_000);
    meter.note(20n, 2_000);
    meter.note(30n, 3_000);
    expect(meter.behind(9n, 3_500)).toBe(2_500);
    expect(meter.behind(10n, 3_500)).toBe(1_500);
    expect(meter.behind(29n, 3_500)).toBe(500);
    expect(meter.behind(30n, 3_500)).toBe(0);
  });

  test('does not grow while the primary is idle, and grows while the standby is', () => {
    const meter = lagMeter();
    for (let at = 0; at < 100; at += 1) meter.note(10n, at);
    expect(meter.behind(10n, 100)).toBe(0);
    for (let at = 100; at < 200; at += 1) meter.note(20n, at);
    expect(meter.behind(10n, 200)).toBe(100);
  });

  test('is kept as long as the standby is stuck', () => {
    const meter = lagMeter();
    for (let at = 1; at <= 10_000; at += 1) meter.note(BigInt(at), at);
    expect(meter.behind(0n, 10_000)).toBe(9_999);
    expect(meter.behind(10_000n, 10_001)).toBe(0);
  });

  test('starts again if a new primary is behind the previous one', () => {
    const meter = lagMeter();
    meter.note(100n, 1);
    meter.note(50n, 2);
    expect(meter.behind(50n, 9)).toBe(0);
  });
});
