import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import { runs } from '../support/runs.ts';

const sealer = sealerOf(() => 'a secret of thirty-two characters');

test('what was sealed is opened in its place alone, and only with the secret that sealed it', () => {
  const property = fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, place, other) => {
    const sealed = sealer.seal(text, place);
    expect(sealer.open(sealed, place)).toBe(text);
    if (other !== place) expect(sealer.open(sealed, other)).toBeUndefined();
    expect(sealerOf(() => 'another secret').open(sealed, place)).toBeUndefined();
  });
  fc.assert(property, { numRuns: runs(100) });
});

test('a sealed text that was changed anywhere, or cut, opens to nothing', () => {
  const bytes = Buffer.from(sealer.seal('a client secret', 'here'), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(sealer.open(changed.toString('base64url'), 'here')).toBeUndefined();
    expect(sealer.open(bytes.subarray(0, index).toString('base64url'), 'here')).toBeUndefined();
  }
});

test('sealing twice shows nothing of the text being the same', () => {
  expect(sealer.seal('a client secret', 'here')).not.toBe(sealer.seal('a client secret', 'here'));
});

test('what an earlier release sealed opens', () => {
  const sealed = '63O7Ha2qVz4cQroL-ZMjQq7fc0mJTMONPH5mZxqQJ6jDBZ5l8T5Ba8HFMA';
  expect(sealer.open(sealed, 'here')).toBe('a client secret');
  expect(sealer.seal('a client secret', 'here')).toHaveLength(sealed.length);
});
