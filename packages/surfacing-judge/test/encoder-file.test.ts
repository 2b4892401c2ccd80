// Tests reading the encoder's file, and the errors for damaged files.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readEncoderFile } from '../src/encoder/encoder-file.ts';

const BYTES = Uint8Array.from({ length: 40 }, (_, at) => at);
const PARTS = {
  first: { kind: 'Uint8Array', at: 0, length: 5 },
  floats: { kind: 'Float32Array', at: 16, length: 2 },
  last: { kind: 'Float64Array', at: 32, length: 1 },
};

/** A file with this header in front of BYTES, which begin at a multiple of 16. */
function fileOf(head: object): Uint8Array {
  const sha256 = createHash('sha256').update(BYTES).digest('hex');
  const line = `${JSON.stringify({ format: 4, sha256, parts: PARTS, ...head })}\n`;
  const file = new Uint8Array(Math.ceil(line.length / 16) * 16 + BYTES.length);
  file.set(new TextEncoder().encode(line));
  file.set(BYTES, file.length - BYTES.length);
  return file;
}

describe('the encoder file', () => {
  it('returns its parts at their offsets, up to the last byte', () => {
    const { bytes, place, numbers, over } = readEncoderFile(fileOf({}));
    expect(bytes).toEqual(BYTES);
    expect([place('first'), place('floats'), place('last')]).toEqual([0, 16, 32]);
    expect(numbers('first')).toEqual(BYTES.slice(0, 5));
    expect(numbers('floats')).toEqual(new Float32Array(BYTES.slice(16, 24).buffer));
    expect(numbers('last')).toEqual(new Float64Array(BYTES.slice(32).buffer));
    const copy = new Uint8Array(BYTES.length);
    expect(over(copy).numbers('first')).toEqual(new Uint8Array(5));
  });

  it('accepts a header of any length', () => {
    for (let length = 0; length < 16; length++) {
      expect(readEncoderFile(fileOf({ more: 'x'.repeat(length) })).bytes, `${length}`).toEqual(BYTES);
    }
  });

  it.each([
    ['of another format', { format: 3 }, 'of another format'],
    ['of no format', { format: undefined }, 'of another format'],
    ['shorter than a part', { parts: { ...PARTS, last: { kind: 'Float64Array', at: 33, length: 1 } } }, 'cut short'],
    ['with numbers of a kind that is not known', { parts: { a: { kind: 'Array', at: 0, length: 1 } } }, 'cut short'],
    ['of other bytes than were written', { sha256: '0'.repeat(64) }, 'damaged'],
  ])('is refused if it is %s', (_, head, because) => {
    expect(() => readEncoderFile(fileOf(head))).toThrow(because);
  });

  it('names a missing part', () => {
    const { place, numbers } = readEncoderFile(fileOf({}));
    expect(() => place('second')).toThrow('lacks second');
    expect(() => numbers('second')).toThrow('lacks second');
  });
});
