import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import { runs } from '../support/runs.ts';

const sealer = sealerOf(() => ['a secret of thirty-two characters']);

test('decrypts a text only in its own context and with the same secret', () => {
  const property = fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, place, other) => {
    const sealed = sealer.seal(text, place);
    expect(sealer.open(sealed, place)).toBe(text);
    if (other !== place) expect(sealer.open(sealed, other)).toBeUndefined();
    expect(sealerOf(() => ['another secret']).open(sealed, place)).toBeUndefined();
  });
  fc.assert(property, { numRuns: runs(100) });
});

test('decrypts nothing from a text that was modified or truncated', () => {
  const bytes = Buffer.from(sealer.seal('a client secret', 'here'), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(sealer.open(changed.toString('base64url'), 'here')).toBeUndefined();
    expect(sealer.open(bytes.subarray(0, index).toString('base64url'), 'here')).toBeUndefined();
  }
});

test('encrypts the same text differently each time', () => {
  expect(sealer.seal('a client secret', 'here')).not.toBe(sealer.seal('a client secret', 'here'));
});

test('decrypts texts encrypted by an earlier release', () => {
  const sealed = '63O7Ha2qVz4cQroL-ZMjQq7fc0mJTMONPH5mZxqQJ6jDBZ5l8T5Ba8HFMA';
  expect(sealer.open(sealed, 'here')).toBe('a client secret');
  expect(sealer.seal('a client secret', 'here')).toHaveLength(sealed.length);
});

test('decrypts what a former secret encrypted, and encrypts with the current one', () => {
  const [former, current, both] = [['former'], ['current'], ['current', 'former']].map((known) =>
    sealerOf(() => known as [string, ...string[]]),
  );
  const sealed = former?.seal('a client secret', 'here') ?? '';
  expect(both?.open(sealed, 'here')).toBe('a client secret');
  expect(current?.open(sealed, 'here')).toBeUndefined();
  expect(current?.open(both?.seal('next', 'here') ?? '', 'here')).toBe('next');
});
