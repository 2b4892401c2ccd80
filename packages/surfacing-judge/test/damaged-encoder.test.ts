// With a damaged sentence encoder the judge still gives verdicts, based on words.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { EncoderSource } from '../src/baseline.ts';
import { sentenceEncoder } from '../src/encoder/sentence-encoder.ts';
import { judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';

const path = createRequire(import.meta.url).resolve('@cairn/surfacing-judge/sentence-encoder.bin');
const whole = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));
const flipped = (): Uint8Array<ArrayBuffer> => {
  const file = whole();
  file[5_000_000] = (file[5_000_000] ?? 0) ^ 1;
  return file;
};
const FILES: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  'cut short': () => whole().slice(0, 3_000_000),
  empty: () => new Uint8Array(0),
  'of another kind': () => new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('lru-cache'))),
  'of JSON that says nothing': () => new TextEncoder().encode('null\n'),
  'wrong in a single bit': flipped,
};
const TRAILS = {
  'Remind a customer to pay': ['write a payment reminder for an overdue invoice', 'chase an unpaid invoice'],
  'Write a job advert': ['write a job advert for a new position', 'draft a job posting'],
};
const PROMPTS = ['chase the unpaid bill of a client', 'advert for a new job', 'the client has not settled', 'hello'];

async function verdicts(encoder: EncoderSource | null, reports: unknown[] = []) {
  const judge = lexicalJudge({ encoder, reportDamage: (failure) => reports.push(failure) });
  const catalog = judge.emptyCatalog();
  const trails = Object.entries(TRAILS).map(([title, match]) =>
    judgedTrail(title, { title, trigger: { examples: match.map((text) => ({ text, expect: 'match' as const })) } }),
  );
  for (const trail of trails) catalog.upsert(trail, judge.meaning?.trail(trail) ?? null);
  const view = { catalogs: [catalog], hidden: new Set<string>() };
  return Promise.all(trails.map((trail) => judge.judge(view, trail, PROMPTS)));
}

describe('a sentence encoder whose file is', () => {
  it.each(Object.entries(FILES))('%s is reported once, and every verdict is made by words alone', async (_, file) => {
    const reports: unknown[] = [];
    expect(await verdicts(() => sentenceEncoder(file()), reports)).toEqual(await verdicts(null));
    expect(reports).toHaveLength(1);
    expect(String(reports[0])).toMatch(/Error/);
  });

  it('intact is not reported, and changes the verdicts', async () => {
    const reports: unknown[] = [];
    expect(await verdicts(() => sentenceEncoder(whole()), reports)).not.toEqual(await verdicts(null));
    expect(reports).toEqual([]);
  });
});
