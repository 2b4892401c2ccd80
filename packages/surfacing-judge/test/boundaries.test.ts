// Tests the judge's small parts on both sides of their limits: word endings, requested acts, foreign texts, confidence
// and reasons.
import { describe, expect, it, vi } from 'vitest';
import { toShares } from '../src/encoder/transformer.ts';
import { KINDS, kindOf } from '../src/feature-numbers.ts';
import { featureUnion } from '../src/feature-union.ts';
import { featureReader } from '../src/features.ts';
import { indexTrail, listingOf } from '../src/indexed-trail.ts';
import { judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';
import { offeredConfidence } from '../src/offered-confidence.ts';
import { quote } from '../src/reason.ts';
import { stem } from '../src/stem.ts';
import { surestOdds } from '../src/surest.ts';
import { promptLine } from '../src/text.ts';

const read = featureReader();

describe('the Porter stemmer', () => {
  it.each([
    ['by is an yes y be ion', 'by is an ye y be ion'],
    [
      'sky skies dies ties fly crying enjoy enjoyed happy toy syzygy',
      'sky ski di ti fly cry enjoi enjoi happi toi syzygi',
    ],
    ['feed bleed agreed need bled sing', 'feed bleed agre need bled sing'],
    [
      'sized falling hissing fizzed failing hoping hopping tanned bowing playing',
      'size fall hiss fizz fail hope hop tan bow plai',
    ],
    [
      'fix boxes tree trees roll controll cease bases caress glass',
      'fix box tree tree roll control ceas base caress glass',
    ],
    ['probate rate activate million ration bowdlerize', 'probat rate activ million ration bowdler'],
    ['generalization oscillators abilities vietnamization sensibiliti', 'gener oscil abil vietnam sensibl'],
    ['triplicate formative electriciti goodness homologous', 'triplic form electr good homolog'],
    ['revival allowance inference airliner gyroscopic adjustable', 'reviv allow infer airlin gyroscop adjust'],
    ['defensible irritant replacement dependent adoption communism', 'defens irrit replac depend adopt commun'],
    ['yed ying playful joyful', 'yed ying play joy'],
    ['aged used owed eyed yielding', 'ag us ow ei yield'],
  ])('%s', (words, stems) => {
    expect(words.split(' ').map(stem).join(' ')).toBe(stems);
  });
});

it.each([
  ['q', 1],
  ['qz', 2],
  ['qzx', 4],
  ['qzxq', 6],
])('"%s" has %i letter grams of length three and four, including word edges', (word, count) => {
  expect(read.features(word).filter((feature) => kindOf(feature) === KINDS.gram)).toHaveLength(count);
});

it('softmax turns products into shares, even if they are too large for exp', () => {
  const shares = (products: readonly number[], scale: number) => {
    const weights = Float32Array.from(products);
    toShares(weights, scale);
    return [...weights].map((share) => Math.round(1_000 * share) / 1_000);
  };
  expect(shares([800, 800, 0], 0.125)).toEqual([0.5, 0.5, 0]);
  expect(shares([-800, -800], 1)).toEqual([0.5, 0.5]);
  expect(shares([0, Math.log(3)], 1)).toEqual([0.25, 0.75]);
  expect(shares([7], 1)).toEqual([1]);
});

describe('the requested act', () => {
  const [act] = read.acts('order paper');

  it.each([
    ['order', true],
    ['please order for paper', true],
    ['could you order it', true],
    ['I want to order it', true],
    ['we need to order it', true],
    ['to order it', true],
    ['if order it', true],
    ['it was nice: order paper', true],
    ['order for paper', false],
    ['order of paper', false],
    ['we order paper', false],
    ['she order paper', false],
    ['please', false],
    ['the paper', false],
    ['', false],
  ])('"%s" asks for an order: %s', (text, asks) => {
    expect(act).toBeDefined();
    expect(read.acts(text)).toEqual(asks ? [act] : []);
  });

  it('is found once even if two words name it together, and is classified as a deed or not', () => {
    expect(read.acts('order this, order that')).toEqual([act]);
    expect(read.acts('sum up the call')).toEqual(read.acts('summarise the call'));
    expect([act, ...read.acts('sum up the call')].map((one) => read.acts.isDeed(one ?? -1))).toEqual([true, false]);
  });
});

it.each([
  ['', true],
  ['hi', true],
  ['hi there', true],
  ['what was', true],
  ['what was that', false],
  ['hello world', false],
])('"%s" asks for nothing: %s', (text, hollow) => {
  expect(read.isHollow(text)).toBe(hollow);
});

it('a trail counts as hollow because of its match texts, never because of its no-match examples', () => {
  const judge = lexicalJudge({ encoder: null });
  const catalog = judge.emptyCatalog();
  const greeted = (id: string, expect: 'match' | 'no_match') =>
    judgedTrail(id, { title: 'Hello world', trigger: { examples: [{ text: 'hello there', expect }] } });
  catalog.upsert(greeted('for', 'match'));
  catalog.upsert(greeted('against', 'no_match'));
  const { scored } = judge.rank({ catalogs: [catalog], hidden: new Set() }, null, 'hello');
  const hollow = scored.map(({ indexed, signals }): [string, boolean] => [indexed.trail.id, signals.hollow]);
  expect(Object.fromEntries(hollow)).toEqual({ for: false, against: true });
});

it.each([
  ['rechnung', true],
  ['die rechnung', true],
  ['rechnung mahnung invoice', true],
  ['rechnung invoice', false],
  ['rechnung mahnung invoice letter', false],
  ['Zahlungserinnerung', true],
  ['Zahlungsquartz', false],
  ['factura', true],
  ['quartz', false],
])('"%s" is in another language: %s', (text, foreign) => {
  expect(read.isForeign(text)).toBe(foreign);
});

it('a text that is both a match and a no-match example counts as a no-match', () => {
  const trail = judgedTrail('a', {
    title: 'T',
    trigger: {
      examples: [
        { text: 'Order paper!', expect: 'match' },
        { text: 'order ink', expect: 'match' },
        { text: 'order  INK', expect: 'no_match' },
        { text: 'order ink', expect: 'match' },
        { text: 'sell ink', expect: 'no_match' },
      ],
    },
  });
  const indexed = indexTrail(trail, read, null);
  const listed = ['order paper', 'order ink', 'sell ink', 'order', ''].map(
    (text) => listingOf(indexed, promptLine(text))?.as,
  );
  expect(listed).toEqual(['match', 'no_match', 'no_match', undefined, undefined]);
});

it('an example with the same numbers as the prompt takes precedence over one with other numbers', () => {
  const examples = [
    { text: 'Fill in form 1040', expect: 'match' },
    { text: 'fill in form 1099', expect: 'no_match' },
    { text: 'print 2 copies', expect: 'match' },
  ] as const;
  const indexed = indexTrail(judgedTrail('a', { title: 'T', trigger: { examples } }), read, null);
  const listing = (text: string) => listingOf(indexed, promptLine(text));
  expect(listing('fill in form 1040!')).toEqual({ as: 'match', isExact: true });
  expect(listing('Fill in form 1099')).toEqual({ as: 'no_match', isExact: true });
  expect(listing('fill in form 8')).toEqual({ as: 'no_match', isExact: false });
  expect(listing('print 3 copies')).toEqual({ as: 'match', isExact: false });
  expect(listing('print copies')).toBeUndefined();
});

it.each([7, 1040])(
  'reads only one text to find out how form %d is listed, however many similar examples there are',
  (number) => {
    const textOf = vi.fn((at: number) => `fill in form ${at}`);
    const examples = Array.from({ length: 50 }, (_, at) => ({
      expect: 'match' as const,
      get text() {
        return textOf(at);
      },
    }));
    const indexed = indexTrail({ ...judgedTrail('a', { title: 'T' }), examples }, read, null);
    textOf.mockClear();
    listingOf(indexed, promptLine(`fill in form ${number}`));
    expect(textOf).toHaveBeenCalledOnce();
  },
);

it.each([
  [0.5, 0, true, 0.6, 0.6],
  [0.6, 0, true, 0.6, 0.6],
  [0.7, 0.9, true, 0.6, 0.7],
  [0.6, 0, true, 0.60004, 0.6001],
  [0.7, 0, false, 0.6, 0.5999],
  [0.59996, 0, false, 0.6, 0.5999],
  [0.5, 0.7, false, 0.6, 0.3],
  [0.5, 0.5, false, 0.6, 0.5],
  [0.12345, 0.2, false, 0.6, 0.1235],
  [0, 1, false, 0.6, 0],
])(
  'a probability of %d with a rival at %d and surfacing: %s at %d is reported as %d',
  (own, rival, surfaces, from, out) => {
    expect(offeredConfidence(own, rival, surfaces, from)).toBe(out);
  },
);

it('the adjustment for the best trail changes odds only between the bounds, and keeps their order', () => {
  for (const odds of [-9, -5, 0, 2.5, 3, 9]) expect(surestOdds(odds)).toBe(odds);
  const told = [-4, -3, -2, -1, -0.5, 0.5, 1, 1.5].map((odds) => Math.round(1_000 * surestOdds(odds)) / 1_000);
  expect(told).toEqual([-3.2, -1.4, -0.775, -0.15, -0.075, 1.1, 2.2, 2.3]);
});

describe('trails with equal texts', () => {
  const words = 'order new paper for the printer';
  const alike = (id: string, examples: readonly { text: string; expect: 'match' | 'no_match' }[] = []) =>
    judgedTrail(id, { title: 'Order paper', trigger: { when: 'Somebody wants paper.', examples } });
  const judge = lexicalJudge({ encoder: null });
  const viewOf = (...trails: readonly ReturnType<typeof alike>[]) => {
    const catalog = judge.emptyCatalog();
    for (const trail of trails) catalog.upsert(trail);
    return { catalogs: [catalog], hidden: new Set<string>() };
  };
  const ranked = (view: ReturnType<typeof viewOf>) =>
    judge.rank(view, null, words).scored.map(({ indexed }) => indexed.trail.id);

  it('are sorted by id, in any order of insertion', () => {
    expect(ranked(viewOf(alike('d'), alike('b'), alike('a'), alike('c')))).toEqual(['a', 'b', 'c', 'd']);
    expect(ranked(viewOf(alike('a'), alike('b'), alike('c'), alike('d')))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rank below a trail that lists the prompt as a match and above one that lists it as a no-match', () => {
    const view = viewOf(
      alike('a', [{ text: words, expect: 'no_match' }]),
      alike('b'),
      alike('c', [{ text: words, expect: 'match' }]),
      alike('d'),
    );
    expect(ranked(view)).toEqual(['c', 'b', 'd', 'a']);
  });

  it('are offered up to the limit, if the reader may use them', async () => {
    const view = viewOf(...['d', 'b', 'a', 'c'].map((id) => alike(id, [{ text: words, expect: 'match' }])));
    const found = async (limit: number, atLeast = 0, mayUse = (_: string) => true) =>
      (await judge.find(view, words, { limit, mayUse, atLeast })).map(({ id }) => id);
    expect([await found(9), await found(3), await found(0)]).toEqual([['a', 'b', 'c', 'd'], ['a', 'b', 'c'], []]);
    expect(await found(2, 0, (id) => id !== 'a')).toEqual(['b', 'c']);
    const confidence = judge.rank(view, null, words).scored[0]?.confidence ?? 0;
    expect([await found(1, confidence), await found(1, confidence + 1e-9)]).toEqual([['a'], []]);
  });
});

describe('a reason', () => {
  it('quotes up to sixty characters on one line', () => {
    expect(quote('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
    expect(quote('😀'.repeat(61))).toBe(`"${'😀'.repeat(59)}…"`);
    expect(quote(' a\n\tb "c" \u202e')).toBe(`"a b 'c'"`);
  });

  it('has at most 240 characters, and ends with an ellipsis if it was cut', async () => {
    const judge = lexicalJudge({ encoder: null });
    const catalog = judge.emptyCatalog();
    const long = (letter: string) => letter.repeat(40);
    const words = `${long('q')} ${long('z')} ${long('x')}`;
    const trail = (id: string, text: string) =>
      judgedTrail(id, { title: text, trigger: { examples: [{ text, expect: 'match' }] } });
    catalog.upsert(trail('winner', words));
    const view = { catalogs: [catalog], hidden: new Set<string>() };
    const [verdict] = await judge.judge(view, trail('own', `other ${long('q')}`), [words]);
    expect(verdict?.winner?.id).toBe('winner');
    expect([...(verdict?.reason ?? '')]).toHaveLength(240);
    expect(verdict?.reason.endsWith('…')).toBe(true);
  });
});

describe('the features of several texts', () => {
  /** Texts are numbers separated by spaces. The next call overwrites the previous result. */
  const room = new Int32Array(200_000);
  const raw = (text: string): Int32Array => {
    const numbers = text === '' ? [] : text.split(' ').map(Number);
    room.set(numbers);
    return room.subarray(0, numbers.length);
  };
  const range = (from: number, to: number): string => Array.from({ length: to - from }, (_, at) => from + at).join(' ');
  const plain = (texts: readonly string[]) => texts.map((text) => [...new Set(raw(text))].sort((a, b) => a - b));

  it.each<[string, readonly (readonly string[])[]]>([
    ['none', [[], ['']]],
    ['few, again and again', [['3 1 3', '2 1'], ['1'], ['5 1', '1 5', '']]],
    [
      'more than the table remembers',
      [[range(1, 70_000)], ['7 69999 70001', '8 7'], [range(60_000, 140_000), '7 139999'], ['1 2']],
    ],
    ['exactly as many as two bytes number', [[range(0, 65_536)], ['65535 0']]],
    ['one more', [[range(0, 65_537), '65536 1'], ['65536 0']]],
  ])('are merged: %s', (_, calls) => {
    const unite = featureUnion();
    for (const texts of calls) {
      const { features, starts, members } = unite(texts, raw);
      const own = texts.map((_, at) =>
        [...members.subarray(starts[at], starts[at + 1])].map((place) => features[place] ?? -1).sort((a, b) => a - b),
      );
      expect(own).toEqual(plain(texts));
      expect([...features]).toEqual([...new Set(plain(texts).flat())].sort((a, b) => a - b));
    }
  });
});
