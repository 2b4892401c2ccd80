// Tests typos and shorthand: the judge reads them as intended.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slipsAt } from '../../../bench/judge/slipped.ts';
import { runs } from '../../../test/support/runs.ts';
import { builtDictionary } from '../src/dictionary.ts';
import { featureReader } from '../src/features.ts';
import { judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';
import { everydayPrompts, linesOf, listedWords, shorthand } from '../src/word-lists.ts';

const reader = featureReader();
const spelled = (text: string): string => reader.spelled(text, () => false);

describe('a typo', () => {
  it.each([
    ['need aproval for this', 'need approval for this'],
    ['theese items are wrong', 'these items are wrong'],
    ['write a sumary', 'write a summary'],
    ['the custmer shuold get an anwser', 'the customer should get an answer'],
    ['Invoce from last week', 'invoice from last week'],
    ['send the (reprot), please', 'send the (report), please'],
    ['agenda/minutse for monday', 'agenda/minutes for monday'],
    ['what happened to the familiy', 'what happened to the family'],
  ])('in "%s" is corrected: "%s"', (typed, meant) => {
    expect(spelled(typed)).toBe(meant);
  });

  it.each([
    ['a name', 'write to Vetro about the order for Sumary'],
    ['an address', 'look at https://custmer.example/invoce and ask aproval@custmer.example'],
    ['the name of a file or a field', 'open the reprot.pdf and the custmer_id'],
    ['a word in quotes', "what does 'custmer' mean in this text"],
    ['a short word, which is one slip away from too many', 'the lst of the mep for this'],
    ['what several words are one slip away from', 'we look at the sharw for this year'],
    ['a word that is seldom written', 'the lasagne from the tower is firmer than the frost'],
    ['a text in a language that no list knows', 'potresti scrivere un riassunto della riunione con il contrato'],
    ['a text in German', 'schreibe eine mahnung an den kunden mit der reprot'],
    ['another script', 'напоминание о счете 請求書 aprovaл'],
  ])('is not assumed in %s', (_, typed) => {
    expect(spelled(typed)).toBe(typed);
  });

  it('is not corrected if a trail uses the word', () => {
    const used = reader.words('custmer')[0]?.feature;
    expect(reader.spelled('ask the custmer about the invoce', (feature) => feature === used)).toBe(
      'ask the custmer about the invoice',
    );
  });

  it('is never found in everyday prompts and listed words', () => {
    const short = shorthand();
    const texts = everydayPrompts().filter((text) => !text.split(/\W+/).some((word) => short.has(word)));
    expect(texts.map(spelled)).toEqual(texts);
    const words = [...listedWords()].filter((word) => !short.has(word)).map((word) => `the ${word} of the year`);
    expect(words.map(spelled)).toEqual(words);
  });

  it('is corrected by at most one letter, and the correction is stable', () => {
    const long = [...listedWords()].filter((word) => word.length >= 6 && !shorthand().has(word));
    fc.assert(
      fc.property(
        fc.constantFrom(...long),
        fc.nat(),
        fc.nat({ max: 25 }),
        fc.nat({ max: 3 }),
        (word, at, letter, kind) => {
          const place = 1 + (at % (word.length - 1));
          const typed = slipsAt(word, place, String.fromCharCode(97 + letter))[kind] ?? word;
          const meant = spelled(`about the ${typed} of today`).split(' ')[2] ?? '';
          expect(Math.abs(meant.length - typed.length)).toBeLessThanOrEqual(1);
          expect(meant[0]).toBe(typed[0]);
          expect(spelled(`about the ${meant} of today`)).toBe(`about the ${meant} of today`);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('shorthand', () => {
  it.each([
    ['pls plan the mtg', 'please plan the meeting'],
    ['what abt next wk', 'what about next week'],
    ['it doesntt work for us', 'it does not work for us'],
  ])('in "%s" is expanded: "%s"', (typed, meant) => {
    expect(spelled(typed)).toBe(meant);
  });

  it('is a sorted list of forms that are not words, with their English expansions', () => {
    const lines = linesOf('en/shorthand.txt');
    const { has, common } = builtDictionary();
    expect(lines.filter((line) => !/^[a-z][a-z0-9]*: [a-z]+(?: [a-z]+)*$/.test(line))).toEqual([]);
    expect(lines).toEqual([...new Set(lines)].sort());
    const short = shorthand();
    expect(short.size).toBe(lines.length);
    const full = [...short.values()].flatMap((meant) => meant.split(' '));
    expect(full.filter((word) => short.has(word) || !(has(word) || reader.isEnglishWord(word)))).toEqual([]);
    // Common words may only be contractions without their apostrophe: cant, wont.
    expect([...short].filter(([form, meant]) => common.includes(form) && !meant.includes(' '))).toEqual([]);
  });
});

describe('a verdict', () => {
  const judge = lexicalJudge({ encoder: null });
  const trail = (id: string, title: string, ...match: string[]) =>
    judgedTrail(id, { title, trigger: { examples: match.map((text) => ({ text, expect: 'match' as const })) } });
  const approval = trail('approval', 'Ask for approval', 'get approval for a purchase', 'approval of the new supplier');
  const invoyce = trail('invoyce', 'Work in Invoyce', 'book hours in invoyce', 'export invoyce to a table');
  const others = [
    trail('minutes', 'Write minutes', 'minutes of a meeting'),
    trail('invoice', 'Check an invoice', 'is this invoice right'),
  ];

  const confidences = (live: readonly ReturnType<typeof trail>[], hidden: readonly string[], prompt: string) => {
    const catalog = judge.emptyCatalog();
    for (const one of live) catalog.upsert(one);
    const { scored } = judge.rank({ catalogs: [catalog], hidden: new Set(hidden) }, null, prompt);
    return scored.map((one) => [one.indexed.trail.id, one.confidence]);
  };

  it('on a misspelled prompt equals the verdict on the correct prompt', () => {
    const live = [approval, ...others];
    expect(confidences(live, [], 'plan how to get aproval for the suplier')).toEqual(
      confidences(live, [], 'plan how to get approval for the supplier'),
    );
  });

  it('leaves a word of a visible trail unchanged, and ignores words of hidden trails', () => {
    const live = [approval, invoyce, ...others];
    expect(confidences(live, [], 'show me how invoyce works')[0]?.[0]).toBe('invoyce');
    expect(confidences(live, ['invoyce'], 'show me how invoyce works')).toEqual(
      confidences([approval, ...others], [], 'show me how invoice works'),
    );
  });
});
