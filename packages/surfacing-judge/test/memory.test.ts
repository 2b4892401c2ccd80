// The judge's caches have limits, whatever the prompts are and however many there are: words, tokens, texts, views,
// slots, readings.
import { expect, it } from 'vitest';
import { keptHeap, keptMemory } from '../../../test/support/kept-heap.ts';
import { openBaseline } from '../src/baseline.ts';
import type { SentenceEncoder } from '../src/encoder/sentence-encoder.ts';
import { DIMENSIONS } from '../src/encoder/transformer.ts';
import { featureReader } from '../src/features.ts';
import { wordTranslator } from '../src/foreign-words.ts';
import { closeReadings, heldTrails } from '../src/held-trails.ts';
import { judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';
import { meaning } from '../src/meaning.ts';
import { openSpeller } from '../src/spelling.ts';
import { atOnce } from '../src/steps.ts';
import { vocabulary } from '../src/vocabulary.ts';

const trail = (id: string, title: string) => judgedTrail(id, { title });
const others = (count: number): string[] => Array.from({ length: count }, (_, at) => `other${at}`);

/** The last word of a text of 120,000 characters, as the reader returns it. */
const wordOfLongText = (turn: number): string => `${'zebra '.repeat(20_000)}incomprehensibly${turn}`.slice(120_000);

it('does not keep the surrounding text of a cached word in memory', async () => {
  const lookUp = vocabulary({ next: new Map(), concepts: [], fields: [] });
  const translate = atOnce(wordTranslator(() => false));
  const { query } = meaning({
    isWord: () => true,
    pieces: Object.assign(() => [], { isPiece: () => true }),
    encode: () => new Float32Array(DIMENSIONS).fill(1),
  });
  expect(await keptHeap(200, (turn) => lookUp(wordOfLongText(turn)))).toBeLessThan(5);
  expect(await keptHeap(200, (turn) => translate([wordOfLongText(turn)]))).toBeLessThan(5);
  expect(await keptHeap(200, (turn) => query(wordOfLongText(turn)))).toBeLessThan(5);
  const spell = atOnce(openSpeller(() => false));
  expect(await keptHeap(200, (turn) => spell(`${wordOfLongText(turn)} `.repeat(2), () => false))).toBeLessThan(5);
});

it('neither corrects nor caches endless words', async () => {
  const spell = atOnce(openSpeller(() => false));
  const endless = (turn: number): string => `${'custmer'.repeat(20_000)}${'abcdefghij'[turn % 10]}`.slice(turn);
  expect(await keptHeap(200, (turn) => spell(endless(turn), () => false))).toBeLessThan(5);
});

it('caches ten thousand spelling lookups, and then starts over', () => {
  let asked = 0;
  const spell = atOnce(openSpeller(() => ++asked < 0));
  const letters = (at: number): string => `qx${[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
  const words = Array.from({ length: 9_999 }, (_, at) => letters(at));
  spell(['qxzebra', ...words, 'qxzebra'].join(' '), () => false);
  expect(asked).toBe(10_000);
  spell('qxone qxzebra', () => false);
  expect(asked).toBe(10_002);
});

it('caches fifty thousand words, and then starts over', () => {
  const lookUp = vocabulary({ next: new Map(), concepts: [], fields: [] });
  const first = lookUp('zebra');
  for (const word of others(49_999)) lookUp(word);
  expect(lookUp('zebra')).toBe(first);
  lookUp('one more');
  expect(lookUp('zebra')).not.toBe(first);
});

it('caches fifty thousand translated tokens', () => {
  let asked = 0;
  const translate = atOnce(wordTranslator(() => ++asked < 0));
  translate(['zebra', ...others(49_999), 'zebra']);
  expect(asked).toBe(50_000);
  translate(['one more', 'zebra']);
  expect(asked).toBe(50_002);
});

it('caches the 32,768 most recently used vectors of texts', () => {
  let encoded = 0;
  const vector = new Float32Array(DIMENSIONS).fill(1);
  const encoder: SentenceEncoder = {
    isWord: () => true,
    pieces: Object.assign(() => [], { isPiece: () => true }),
    encode() {
      encoded++;
      return vector;
    },
  };
  const { query } = meaning(encoder);
  for (const text of ['zebra', ...others(32_767), 'zebra']) query(text);
  expect(encoded).toBe(32_768);
  for (const text of ['one more', 'zebra', 'other1']) query(text);
  expect(encoded).toBe(32_769);
  query('other0');
  expect(encoded).toBe(32_770);
});

it('caches the statistics of the four most recently used views of a catalog', () => {
  const { measures } = atOnce(openBaseline({ encoder: null }));
  const catalog = lexicalJudge({ encoder: null }).emptyCatalog();
  for (const id of ['a', 'b', 'c', 'd', 'e']) catalog.upsert(trail(id, 'zebra'));
  const measure = (hidden: string) => measures({ catalogs: [catalog], hidden: new Set(hidden) }, undefined);
  const [first, ...later] = ['a', 'b', 'c', 'd'].map(measure);
  expect(measure('a')).toBe(first);
  expect(['b', 'c', 'd'].map(measure)).toEqual(later);
  measure('e');
  expect(measure('a')).not.toBe(first);
  expect(measure('d')).toBe(later[2]);
});

it("reuses a removed trail's slot for a new trail", () => {
  const trails = heldTrails(featureReader(), () => 1, closeReadings());
  for (const id of ['a', 'b']) trails.add(trail(id, 'zebra'));
  for (let edit = 0; edit < 20; edit++) {
    trails.drop('a');
    trails.add(trail('a', `zebra ${edit}`));
  }
  expect([trails.places(), trails.size()]).toEqual([2, 2]);
});

it("drops only a catalog's own cached trails when the catalog is dropped", () => {
  const judge = lexicalJudge({ encoder: null });
  const [own, other] = [judge.emptyCatalog(), judge.emptyCatalog()];
  for (const catalog of [own, other]) catalog.upsert(trail('a', 'zebra'));
  const [before, kept] = [own.find('a'), other.find('a')];
  own.forgetReadings();
  expect(own.find('a')).not.toBe(before);
  expect(own.find('a')).toEqual(before);
  expect(other.find('a')).toBe(kept);
});

/** A unique trail with seventeen texts. */
const fullTrail = (number: number) =>
  judgedTrail(`00000000-0000-7000-8000-${String(number).padStart(12, '0')}`, {
    title: `Answer complaint ${number}`,
    description: `You turn what customer ${number} wrote into an answer that the office can send without reading it twice.`,
    trigger: {
      when: `A customer of branch ${number} complains, and the order lies before you.`,
      keywords: others(5).map((word) => `${word} ${number}`),
      examples: others(5).map((word) => ({
        text: `what do I answer to ${word} of ${number}`,
        expect: 'match' as const,
      })),
    },
    prompts: others(2).map((word) => ({
      label: `Draft ${word}`,
      body: `Answer ${number} in the tone of ${word}. `.repeat(9),
    })),
  });

it.each([
  ['no trails', 400, 0],
  ['one', 400, 1],
  ['twenty', 40, 20],
  ['a thousand', 1, 1_000],
])('a catalog with %s estimates its memory approximately', async (_, catalogs, size) => {
  const judge = lexicalJudge({ encoder: null });
  await judge.ready();
  const made: { readonly bytes: number }[] = [];
  const kept = await keptMemory(catalogs, (turn) => {
    const catalog = judge.emptyCatalog();
    for (let at = 0; at < size; at += 1) catalog.upsert(fullTrail(turn * size + at), new Int8Array(17 * DIMENSIONS));
    made.push(catalog);
  });
  const told = made.reduce((sum, { bytes }) => sum + bytes, 0) / 1_048_576;
  expect(told / kept).toBeGreaterThan(0.7);
  expect(told / kept).toBeLessThan(1.5);
});

it('subtracts the memory of removed trails every time', () => {
  const catalog = lexicalJudge({ encoder: null }).emptyCatalog();
  const comeAndGo = (): number => {
    for (let at = 0; at < 30; at += 1) catalog.upsert(fullTrail(at), new Int8Array(17 * DIMENSIONS));
    for (let at = 0; at < 30; at += 1) catalog.upsert(fullTrail(at), new Int8Array(17 * DIMENSIONS));
    const full = catalog.bytes;
    for (const id of catalog.ids()) catalog.remove(id);
    expect(catalog.bytes).toBeLessThan(full - 30 * 17 * DIMENSIONS);
    return catalog.bytes;
  };
  expect([comeAndGo(), comeAndGo()]).toEqual([comeAndGo(), comeAndGo()]);
});

it('caches as many compared trails as fit into the memory limit, the most recent ones', () => {
  const judge = lexicalJudge({ encoder: null, readingBytes: 200_000 });
  const catalog = judge.emptyCatalog();
  for (let at = 0; at < 40; at += 1) catalog.upsert(fullTrail(at));
  const ids = catalog.ids();
  const first = ids.map((id) => catalog.find(id));
  const again = [...ids].reverse().filter((id, at) => catalog.find(id) === first[39 - at]);
  expect(again.length).toBeGreaterThan(3);
  expect(again).toEqual([...ids].reverse().slice(0, again.length));
  expect(again.length).toBeLessThan(40);
});
