// Tests how the embedded judge reads text: folding, tokens, stems, windows, features.
import { describe, expect, it } from 'vitest';
import { askWindows, looksLikeRequest } from '../src/ask-windows.ts';
import { isCounted, KINDS, kindOf } from '../src/feature-numbers.ts';
import { featureReader } from '../src/features.ts';
import { stem } from '../src/stem.ts';
import { tokenLine, tokens } from '../src/text.ts';
import { conceptGroups, everydayPrompts, fields } from '../src/word-lists.ts';

const CONCEPT_GROUPS = conceptGroups();
const FIELDS = fields();

describe('tokens', () => {
  it.each([
    ['I won’t, can’t and didn’t', 'i will not can not and did not'],
    ["What's the customer's plan? Let's see", 'what is the customer plan let us see'],
    ['Crème BRÛLÉE für Ｆｕｌｌ', 'creme brulee fur full'],
    ['pay 3,000 EUR by 2026-03-01', 'pay 0 0 eur by 0 0 0'],
    ['Write to {{customer_name}} about {{topic}}', 'write to customer name about topic'],
    ['請求書、お願いします', '請求書 お願いします'],
    ['  …!? ', ''],
  ])('of "%s" are "%s"', (text, line) => {
    expect(tokenLine(text)).toBe(line);
  });

  it.each([
    ['überweisen', ['uberweisen']],
    ['請求', ['請求']],
    ['請求書', ['請求', '求書']],
    ['напоминание', ['напоминание']],
    ['a'.repeat(40), ['a'.repeat(40)]],
    [`${'a'.repeat(40)}b c`, ['a'.repeat(40), 'c']],
  ])('of "%s" are %j: only a script without spaces is split into pairs', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });
});

describe('stems', () => {
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['agreed', 'agre'],
    ['plastered', 'plaster'],
    ['motoring', 'motor'],
    ['conflated', 'conflat'],
    ['hopping', 'hop'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['relational', 'relat'],
    ['digitizer', 'digit'],
    ['hopefulness', 'hope'],
    ['electrical', 'electr'],
    ['adjustment', 'adjust'],
    ['adoption', 'adopt'],
    ['probate', 'probat'],
    ['controlling', 'control'],
    ['über', 'über'],
    ['as', 'as'],
  ])('of %s is %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });
});

describe('the windows of a long prompt', () => {
  it('do not exist for a short prompt', () => {
    expect(askWindows('Please help. Now.')).toEqual({ whole: 'Please help. Now.', windows: [] });
  });

  it('contain the first and last sentences and the requests, each once', () => {
    const prompt =
      'We met on Monday. The room was cold. Could you write the minutes? Tom was late. The lamp flickers again.';
    expect(askWindows(prompt).windows).toEqual([
      'We met on Monday.',
      'The lamp flickers again.',
      'We met on Monday. The room was cold.',
      'Could you write the minutes?',
    ]);
  });

  it('omit greetings and thanks if the prompt says anything else', () => {
    const polite = 'Hi there! Could you write the minutes of the meeting on Monday in room four? Thanks a lot!';
    expect(askWindows(polite)).toEqual({
      whole: 'Could you write the minutes of the meeting on Monday in room four?',
      windows: [],
    });
    expect(askWindows('Hello! Thanks!').whole).toBe('Hello! Thanks!');
  });

  it('contain the whole last paragraph if it is short, because the request may follow a pasted text', () => {
    const mail = 'From: Marta. The truck arrives on Tuesday around nine. Gate four is closed for repair until Friday.';
    const { windows } = askWindows(`${mail}\n\nMy card has not come. Where is it?`);
    expect(windows[1]).toBe('My card has not come. Where is it?');
  });

  it.each([
    [12, 0],
    [13, 3],
  ])('of two sentences with %i words in total: %i', (words, windows) => {
    const prompt = `Say. ${'word '.repeat(words - 1)}`;
    expect(askWindows(prompt).windows).toHaveLength(windows);
  });

  it.each([
    [48, true],
    [49, false],
  ])('with %i words, the prompt is judged as a whole: %s', (words, isWhole) => {
    expect(askWindows('word '.repeat(words)).whole !== null).toBe(isWhole);
  });

  it('replace a prompt of 481 characters, but not one of 480', () => {
    expect([480, 481].map((length) => askWindows('x'.repeat(length)).whole !== null)).toEqual([true, false]);
  });

  it('contain at most four requests from the middle', () => {
    const asks = ['One?', 'Two?', 'Three?', 'Four?', 'Five?'];
    const { windows } = askWindows(`First it is said. ${asks.join(' ')} Then ${'much '.repeat(12)} is said.`);
    expect(asks.map((ask) => windows.includes(ask))).toEqual([true, true, true, true, false]);
  });

  it.each([
    ['one sentence', 'Where is it?', 'Where is it?'],
    ['three', 'It is late. It was sent. Where is it?', 'It is late. It was sent. Where is it?'],
    ['four', 'It is late. It was sent. It was paid. Where is it?', 'Where is it?'],
    ['four hundred characters', `Hm. ${'x'.repeat(396)}`, `Hm. ${'x'.repeat(396)}`],
    ['more than that', `Hm. ${'x'.repeat(397)}`, 'x'.repeat(397)],
  ])('end with the last paragraph if it is short and has two or three sentences: %s', (_, last, window) => {
    const { windows } = askWindows(`From Marta. The truck arrives on Tuesday around nine at gate four.\n\n${last}`);
    expect(windows[1]).toBe(window);
  });

  it.each([
    ['the truck arrives on tuesday', false],
    ['book the truck', true],
    ['the truck, please', true],
    ['is it the truck', true],
    ['the truck?', true],
    ['his truck is late', false],
  ])('"%s" looks like a request: %s', (text, asks) => {
    expect(looksLikeRequest(text)).toBe(asks);
  });

  it('replace the whole prompt beyond 48 words, and never exceed 400 characters', () => {
    const { whole, windows } = askWindows(`${'word '.repeat(300)}. ${'text '.repeat(300)}`);
    expect(whole).toBeNull();
    expect(windows.length).toBeGreaterThan(0);
    for (const window of windows) expect(window.length).toBeLessThanOrEqual(400);
  });

  it('contain the beginning of a single endless sentence', () => {
    expect(askWindows('x'.repeat(4000))).toEqual({ whole: null, windows: ['x'.repeat(400)] });
  });
});

describe('features', () => {
  const read = featureReader();
  it('are sorted, unique and equal for equal words', () => {
    const features = read.features('Write the minutes, write THE minutes');
    expect([...features]).toEqual([...new Set(features)].sort((one, other) => one - other));
    expect(read.features('write the minutes write the minutes')).toEqual(features);
  });

  it('make texts share a concept if they share no word', () => {
    const vacancy = new Set(read.features('vacancy'));
    expect([...read.features('job posting')].some((feature) => vacancy.has(feature))).toBe(true);
    expect([...read.features('zebra')].some((feature) => vacancy.has(feature))).toBe(false);
  });

  it('of several texts are merged, with the positions for each text', () => {
    const texts = ['write the minutes', '', 'minutes of the board, minutes of the team', 'überweisung 請求書'];
    const { features, starts, members } = read.shared(texts);
    expect([...features]).toEqual(
      [...new Set(texts.flatMap((text) => [...read.features(text)]))].sort((a, b) => a - b),
    );
    for (const [at, text] of texts.entries()) {
      const own = [...members.subarray(starts[at], starts[at + 1])].map((place) => features[place] ?? 0);
      expect(own.sort((a, b) => a - b)).toEqual([...read.features(text)]);
    }
  });

  it('make texts share a field of work if they share no concept', () => {
    const unpaid = read.features('dunning');
    const shared = [...read.features('final notice')].filter((feature) => unpaid.includes(feature));
    expect(shared.map(kindOf)).toContain(KINDS.field);
    expect(shared.map(kindOf)).not.toContain(KINDS.concept);
  });

  it("include words, concepts, fields and word stems in a catalog's counts", () => {
    const counted = [...read.features('draft the minutes')].filter(isCounted);
    expect([...read.terms(['draft the minutes']).features]).toEqual(counted);
    expect(counted.length).toBeLessThan(read.features('draft the minutes').length);
  });
});

describe('the word lists', () => {
  it('contain at least 220 everyday prompts, without duplicates and comments', () => {
    const prompts = everydayPrompts();
    expect(prompts.length).toBeGreaterThanOrEqual(220);
    expect(new Set(prompts.map(tokenLine)).size).toBe(prompts.length);
    expect(prompts.filter((prompt) => prompt.startsWith('#') || prompt.trim() !== prompt)).toEqual([]);
  });

  it('contain 500 to 1,500 concept groups of at least two terms, each with at most three words', () => {
    expect(CONCEPT_GROUPS.length).toBeGreaterThanOrEqual(500);
    expect(CONCEPT_GROUPS.length).toBeLessThanOrEqual(1500);
    for (const group of CONCEPT_GROUPS) {
      expect(group.length, group.join(' ')).toBeGreaterThanOrEqual(2);
      for (const term of group) expect(term, group.join(' ')).toMatch(/^[a-z0-9]+(_[a-z0-9]+){0,2}$/);
    }
  });

  it('contain each term in at most two groups, so that a shared word does not count many times', () => {
    const groups = CONCEPT_GROUPS.map((group) => new Set(group.map((term) => term.split('_').map(stem).join(' '))));
    const counts = new Map<string, number>();
    for (const group of groups) for (const term of group) counts.set(term, (counts.get(term) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 2)).toEqual([]);
  });

  it('contain at least 150 fields of work with at least eight terms of at most three words, without duplicates', () => {
    expect(FIELDS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(FIELDS.map((field) => field.name)).size).toBe(FIELDS.length);
    for (const { name, terms } of FIELDS) {
      expect(terms.length, name).toBeGreaterThanOrEqual(8);
      expect(new Set(terms).size, name).toBe(terms.length);
      for (const term of terms) expect(term, name).toMatch(/^[a-z0-9]+(_[a-z0-9]+){0,2}$/);
    }
  });

  it('contain each term in at most four fields, because a common term proves nothing', () => {
    const counts = new Map<string, number>();
    for (const { terms } of FIELDS) {
      for (const term of new Set(terms.map((one) => one.split('_').map(stem).join(' ')))) {
        counts.set(term, (counts.get(term) ?? 0) + 1);
      }
    }
    expect([...counts].filter(([, count]) => count > 4)).toEqual([]);
  });
});
