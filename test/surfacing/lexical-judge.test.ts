// Verdicts of the embedded judge (contract 2.7, Decisions 26 to 28).

import type { CatalogView, Verdict } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../support/any-character.ts';
import { runs } from '../support/runs.ts';
import { sharedJudge as judge } from './shared-judge.ts';
import { ADVERT, MINUTES, REMINDER, trailId, trailWith, viewWith } from './trails-for-tests.ts';

async function verdict(view: CatalogView, subject: JudgedTrail, prompt: string): Promise<Verdict> {
  const [only] = await judge.judge(view, subject, [prompt]);
  if (only === undefined) throw new Error('no verdict');
  return only;
}

const offered = async (view: CatalogView, prompt: string): Promise<string[]> =>
  (await judge.find(view, prompt, { limit: 3, mayUse: () => true })).map((trail) => trail.id);

describe('a verdict on a trail', () => {
  const view = viewWith(judge, REMINDER, ADVERT, MINUTES);

  it('surfaces the trail that the prompt is about, and lists it first among the candidates', async () => {
    const found = await verdict(view, REMINDER, 'please draft a reminder for an invoice that a customer has not paid');
    expect(found).toMatchObject({ would_surface: true, winner: null });
    expect(found.candidates[0]).toEqual({ id: REMINDER.id, title: REMINDER.title });
    expect(found.confidence).toBeGreaterThan(0.5);
    expect(found.reason).toMatch(/^Close to the example /);
  });

  it('names the live trail that would surface instead, and why it is closer', async () => {
    const found = await verdict(view, REMINDER, 'write a job posting for a nurse');
    expect(found).toMatchObject({ would_surface: false, winner: { id: ADVERT.id, title: ADVERT.title } });
    expect(found.reason).toContain('"Write a job advert" is a closer match (its keyword "job posting" shares');
    expect(found.confidence).toBeLessThan(0.5);
  });

  it('explains a concept with the words that the prompt uses for it', async () => {
    const found = await verdict(view, REMINDER, 'chase the client who has not settled the bill');
    expect(found.reason).toMatch(/"(bill|chase|client|settled)"/);
  });

  it("gives employees reasons from the trail's visible texts, never from an example", async () => {
    const [found] = await judge.find(view, 'please draft a reminder for an invoice that a customer has not paid', {
      limit: 1,
      mayUse: () => true,
    });
    expect(found?.reason).toMatch(/^(Made for this|It helps with|It is for|One of its|You write of)/);
    expect(found?.reason).not.toContain('example');
    const listed = trailWith(9, '', { match: ['zebra quartz lantern'] });
    const [bare] = await judge.find(viewWith(judge, listed), 'zebra quartz lantern', { limit: 1, mayUse: () => true });
    expect(bare?.reason).toBe('This trail is for tasks like yours.');
  });

  it('offers nothing if no trail fits the prompt', async () => {
    const found = await verdict(view, REMINDER, 'how long do I boil an egg');
    expect(found).toMatchObject({ would_surface: false, winner: null });
    expect(await offered(view, 'how long do I boil an egg')).toEqual([]);
  });

  it('treats an empty prompt and one with punctuation alone as no match', async () => {
    for (const prompt of ['', '   ', '!!! ... ---', '🎉🎉🎉']) {
      expect(await verdict(view, REMINDER, prompt)).toMatchObject({
        would_surface: false,
        confidence: 0,
        winner: null,
      });
    }
  });

  it('judges an unpublished draft against the live trails without changing them', async () => {
    const draft = trailWith(9, 'Plan a fire drill', { match: ['plan a fire drill for the office'] });
    const edition = view.catalogs[0]?.edition;
    expect(await verdict(view, draft, 'plan the fire drill of our office in march')).toMatchObject({
      would_surface: true,
    });
    expect(await offered(view, 'plan a fire drill for the office')).not.toContain(draft.id);
    expect(view.catalogs[0]?.edition).toBe(edition);
  });

  it('judges a changed draft of a live trail instead of its live version', async () => {
    const draft = { ...REMINDER, title: 'Order flowers', when: '', keywords: ['flowers'], examples: [] };
    const found = await verdict(view, draft, 'write a payment reminder for an overdue invoice');
    expect(found.would_surface).toBe(false);
    expect(found.candidates.filter((one) => one.id === REMINDER.id)).toHaveLength(1);
  });

  it('gives a draft exactly the verdict that it will get once live', async () => {
    const prompts = ['remind the client of an unpaid bill', 'write minutes', 'chase an overdue payment', 'hello'];
    const before = await judge.judge(viewWith(judge, ADVERT, MINUTES), REMINDER, prompts);
    const after = await judge.judge(view, REMINDER, prompts);
    expect(after).toEqual(before);
  });

  it('lets trails of two catalogs compete, except hidden ones', async () => {
    const own = viewWith(judge, REMINDER, MINUTES).catalogs;
    const shared = viewWith(judge, ADVERT).catalogs;
    const both = { catalogs: [...own, ...shared], hidden: new Set<string>() };
    expect(await offered(both, 'write a job posting for a nurse')).toEqual([ADVERT.id]);
    expect(await offered({ ...both, hidden: new Set([ADVERT.id]) }, 'write a job posting for a nurse')).toEqual([]);
    expect(await verdict(both, MINUTES, 'write a job posting for a nurse')).toMatchObject({
      winner: { id: ADVERT.id },
    });
  });

  it('gives two catalogs the same result as one catalog with the same trails', async () => {
    const both = {
      catalogs: [...viewWith(judge, REMINDER).catalogs, ...viewWith(judge, ADVERT, MINUTES).catalogs],
      hidden: new Set<string>(),
    };
    const prompts = ['write the advert for a controller', 'reminder for the client', 'notes of the meeting'];
    expect(await judge.judge(both, ADVERT, prompts)).toEqual(await judge.judge(view, ADVERT, prompts));
  });

  it('offers employees only trails that they may use', async () => {
    const found = async (mayUse: (id: string) => boolean) =>
      (await judge.find(view, 'write a job posting for a warehouse lead', { limit: 3, mayUse })).map(({ id }) => id);
    expect([await found(() => true), await found((id) => id !== ADVERT.id)]).toEqual([[ADVERT.id], []]);
  });

  it('finds the request in a long prompt with a pasted text', async () => {
    const pasted = 'Dear all, the lift in the east wing is out of order until Thursday. Use the stairs. '.repeat(30);
    const prompt = `${pasted}\n\nCan you write a payment reminder for this overdue invoice?`;
    expect(await verdict(view, REMINDER, prompt.slice(-4000))).toMatchObject({ would_surface: true });
    const first = `Can you write a payment reminder for this overdue invoice?\n\n${pasted}`.slice(0, 4000);
    expect(await verdict(view, REMINDER, first)).toMatchObject({ would_surface: true });
  });

  it('judges other languages by shared words', async () => {
    const german = trailWith(4, 'Mahnung schreiben', { match: ['schreibe eine mahnung an einen säumigen kunden'] });
    const chinese = trailWith(5, '写会议纪要', { match: ['请根据录音写一份会议纪要'] });
    const both = viewWith(judge, german, chinese, ADVERT);
    expect(await offered(both, 'Bitte eine Mahnung an den Kunden schreiben')).toEqual([german.id]);
    expect(await offered(both, '帮我写一份会议纪要')).toEqual([chinese.id]);
  });
});

const word = fc.constantFrom(
  ...'invoice reminder posting controller minutes decision draft client budget overdue plan notes report the a my for of'.split(
    ' ',
  ),
);
const prompt = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const trails = fc
  .array(fc.record({ match: fc.array(prompt, { maxLength: 4 }), noMatch: fc.array(prompt, { maxLength: 2 }) }), {
    maxLength: 6,
  })
  .map((list) => list.map((words, at) => trailWith(at + 20, `Trail ${at}`, words)));

/** The number of random catalogs, each of which is encoded from scratch. */
const numRuns = runs(20);

describe('every catalog', () => {
  const lists = (trail: JudgedTrail, text: string, as: 'match' | 'no_match'): boolean =>
    trail.examples.some((example) => example.expect === as && example.text === text);

  it('surfaces a trail for a prompt equal to its match example, unless another trail has the same one', async () => {
    await fc.assert(
      fc.asyncProperty(trails, fc.array(prompt, { maxLength: 3 }), prompt, async (others, more, text) => {
        fc.pre(!others.some((other) => lists(other, text, 'match')));
        const subject = trailWith(1, 'Subject', { match: [text, ...more] });
        const found = await verdict(viewWith(judge, ...others), subject, text);
        expect(found).toMatchObject({ would_surface: true, winner: null });
      }),
      { numRuns },
    );
  });

  it('blocks a prompt after an equal no_match example was added', async () => {
    await fc.assert(
      fc.asyncProperty(trails, fc.array(prompt, { maxLength: 4 }), prompt, async (others, match, text) => {
        const subject = trailWith(1, 'Subject', { match: [text, ...match], noMatch: [text] });
        expect(await verdict(viewWith(judge, ...others), subject, text)).toMatchObject({ would_surface: false });
        expect(await offered(viewWith(judge, subject), text)).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('gives the same result for any order of inserts and intermediate edits', async () => {
    await fc.assert(
      fc.asyncProperty(trails, fc.array(fc.nat(5), { maxLength: 30 }), prompt, async (list, edits, text) => {
        const straight = viewWith(judge, ...list);
        const winding = viewWith(judge, ...[...list].reverse());
        for (const at of edits) {
          winding.catalogs[0]?.remove(trailId(at + 20));
          winding.catalogs[0]?.upsert(trailWith(at + 20, 'On the way', { match: ['something else entirely'] }));
        }
        for (const at of edits) winding.catalogs[0]?.remove(trailId(at + 20));
        for (const trail of list) winding.catalogs[0]?.upsert(trail);
        const wanted = { limit: 5, mayUse: () => true, atLeast: 0 };
        expect(await judge.find(winding, text, wanted)).toEqual(await judge.find(straight, text, wanted));
      }),
      { numRuns },
    );
  });

  it('gives every text a verdict with a confidence from 0 to 1 and a reason of at most 240 characters', async () => {
    const view = viewWith(judge, REMINDER, ADVERT, MINUTES);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 4000 }), async (text) => {
        const found = await verdict(view, trailWith(1, text.slice(0, 120), { match: [text] }), text);
        expect(found.confidence).toBeGreaterThanOrEqual(0);
        expect(found.confidence).toBeLessThanOrEqual(1);
        expect(found.confidence * 10_000).toBeCloseTo(Math.round(found.confidence * 10_000), 6);
        expect([...found.reason].length).toBeLessThanOrEqual(240);
        expect(found.reason).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('hostile texts', () => {
  const view = viewWith(judge, REMINDER, ADVERT, MINUTES);
  const texts: Readonly<Record<string, string>> = {
    'one letter four thousand times': 'a'.repeat(4000),
    'four thousand different words': Array.from({ length: 600 }, (_, at) => `w${at.toString(36)}x`)
      .join(' ')
      .slice(0, 4000),
    emoji: '😀🎉🚀'.repeat(600),
    'right-to-left': 'اكتب تذكيرا بالدفع للعميل '.repeat(150).slice(0, 4000),
    'no spaces': 'reminderinvoiceoverdueclient'.repeat(140).slice(0, 4000),
    Chinese: Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 37) % 5000))).join(''),
    'mixed scripts': 'пaуmеnt ремindеr 支払い تذكير '.repeat(120).slice(0, 4000),
    'sentences only': 'Help! '.repeat(660),
    'line breaks': '\n'.repeat(4000),
    'combining marks': `e${'\u0301'.repeat(3999)}`,
    'control and bidi characters': '\u0000\u202e\u2066ignore\u0007'.repeat(300),
  };

  it.each(Object.keys(texts))(
    'judges %s, as prompt and as example, without offering an unrelated trail',
    async (name) => {
      const text = texts[name] ?? '';
      const found = await verdict(view, REMINDER, text);
      expect(found.would_surface).toBe(name === 'no spaces' ? found.would_surface : false);
      const subject = trailWith(8, 'Hostile', { match: [text], keywords: [text.slice(0, 60)] });
      const others = await verdict(
        viewWith(judge, subject),
        REMINDER,
        'write a payment reminder for an overdue invoice',
      );
      expect(others.would_surface).toBe(true);
    },
  );
});
