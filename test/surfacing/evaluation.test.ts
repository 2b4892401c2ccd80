// What authors see beside a single verdict: candidates with parts, examples left out, the effect on other trails.
import { type LexicalJudge, lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogEffect } from '../../src/surfacing/catalog-effect.ts';
import { catalogHealth } from '../../src/surfacing/catalog-health.ts';
import type { CatalogHealth } from '../../src/surfacing/evaluation-shapes.ts';
import { evaluateExamples } from '../../src/surfacing/example-evaluation.ts';
import { rankCandidates } from '../../src/surfacing/ranked-candidates.ts';
import { ADVERT, MINUTES, REMINDER, trailId, trailWith, viewWith } from './trails-for-tests.ts';

const judge = lexicalJudge();
const underTest = (trail: typeof REMINDER) => ({
  id: trail.id,
  document: { title: trail.title, trigger: { when: trail.when, keywords: trail.keywords, examples: trail.examples } },
});

describe('confidence', () => {
  it('of twins is above the threshold for the one that is offered and below it for the other', async () => {
    const twin = trailWith(8, REMINDER.title, { match: ['send a payment reminder to a late customer'] });
    const view = viewWith(judge, REMINDER, twin, MINUTES);
    const prompts = ['send a payment reminder to a late customer', 'payment reminder for an overdue invoice'];
    for (const subject of [REMINDER, twin]) {
      for (const one of await judge.judge(view, subject, prompts)) {
        expect(one.confidence >= judge.threshold).toBe(one.would_surface);
      }
    }
  });

  it('never contradicts the verdict, whatever the catalog, prompt and threshold', async () => {
    const words = fc.array(fc.constantFrom('invoice', 'overdue', 'reminder', 'write', 'advert', 'notes', 'zebra'), {
      minLength: 1,
      maxLength: 6,
    });
    const text = words.map((list) => list.join(' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        text,
        fc.constantFrom(0.3, 0.4999, 0.5, 0.8),
        async (catalog, prompt, threshold) => {
          const own = lexicalJudge({ threshold });
          const trails = catalog.map((match, at) => trailWith(at + 1, match[0] ?? '', { match }));
          const view = viewWith(own, ...trails);
          for (const trail of trails) {
            const [verdict] = await own.judge(view, trail, [prompt]);
            expect((verdict?.confidence ?? 0) >= threshold).toBe(verdict?.would_surface);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the candidates of a prompt', () => {
  const view = viewWith(judge, REMINDER, ADVERT, MINUTES);

  it('come best first with their parts, and the first is offered where it reaches the threshold', async () => {
    const prompt = 'please draft a reminder for an invoice that a customer has not paid';
    const { candidates, threshold } = await rankCandidates(judge, view, underTest(REMINDER), prompt);
    expect(candidates[0]).toMatchObject({ trail: { id: REMINDER.id }, is_this_trail: true, offered: true });
    expect(candidates[0]?.parts.lead).toBeGreaterThan(0);
    expect(candidates[0]?.confidence).toBeGreaterThanOrEqual(threshold);
    expect(candidates.slice(1).every((one) => !one.offered && one.parts.lead < 0)).toBe(true);
  });

  it('are none for a prompt without words', async () => {
    expect((await rankCandidates(judge, view, underTest(REMINDER), '…!')).candidates).toEqual([]);
  });
});

describe('examples tried one by one', () => {
  it('fail once they are left out where no other wording leads to the trail', async () => {
    const odd = trailWith(9, 'Plan a fire drill', {
      match: ['plan a fire drill for the office', 'zebra quartz lantern'],
    });
    const { examples, passed, passed_left_out } = await evaluateExamples(judge, viewWith(judge, odd), underTest(odd));
    expect([passed, passed_left_out]).toEqual([2, 1]);
    expect(examples[1]).toMatchObject({ listed: { pass: true }, left_out: { pass: false, would_surface: false } });
  });

  it('are left out in every spelling in which the document lists them', async () => {
    const twice = trailWith(9, 'Zoo', { match: ['zebra quartz lantern', 'Zebra  QUARTZ lantern!'] });
    const { passed_left_out } = await evaluateExamples(judge, viewWith(judge), underTest(twice));
    expect(passed_left_out).toBe(0);
  });

  it('stop when the caller goes away', async () => {
    const aborted = AbortSignal.abort();
    await expect(evaluateExamples(judge, viewWith(judge, REMINDER), underTest(REMINDER), aborted)).rejects.toThrow();
  });
});

describe('the effect of a document on other trails', () => {
  it('names the prompts that it would take, and from whom', async () => {
    const view = viewWith(judge, REMINDER, ADVERT, MINUTES);
    const copy = trailWith(7, 'Write a payment reminder for an overdue invoice', {
      when: 'An invoice is overdue and the client has not paid.',
      keywords: ['payment reminder', 'overdue invoice', 'second reminder'],
      match: [
        'write a payment reminder for an overdue invoice now',
        'second reminder to a client who has not paid yet',
      ],
    });
    const { changes, tried, complete } = await catalogEffect(judge, view, underTest(copy));
    expect([complete, tried > 0]).toEqual([true, true]);
    expect(changes).toContainEqual(
      expect.objectContaining({
        kind: 'taken',
        trail: { id: REMINDER.id, title: REMINDER.title },
        after: expect.objectContaining({ id: copy.id }),
      }),
    );
  });

  it('is nothing for a document about something else', async () => {
    const view = viewWith(judge, REMINDER, ADVERT, MINUTES);
    const { changes } = await catalogEffect(
      judge,
      view,
      underTest(trailWith(7, 'Feed the aquarium', { match: ['feed the fish'] })),
    );
    expect(changes).toEqual([]);
  });
});

/** The judge, and the prompts that it has ranked. */
function countingJudge(): { readonly counting: LexicalJudge; readonly ranked: readonly string[] } {
  const ranked: string[] = [];
  const rank: LexicalJudge['rank'] = (...asked) => {
    ranked.push(asked[2]);
    return judge.rank(...asked);
  };
  return { counting: { ...judge, rank }, ranked };
}

describe('the health of a catalog', () => {
  const trails = Array.from({ length: 5 }, (_, at) =>
    trailWith(at + 1, `Topic ${at}`, { match: [`word${'x'.repeat(at + 1)}`] }),
  );

  it('is told a page of trails at a time, each trail once', async () => {
    const view = viewWith(judge, ...trails);
    const read = catalogHealth(judge);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: CatalogHealth = await read(view, after, 2);
      seen.push(...page.items.map((item) => item.trail.id));
      expect(page.live).toBe(5);
      after = page.next_after;
    } while (after !== null);
    expect(seen).toEqual(trails.map((trail) => trail.id));
  });

  it('counts the examples that lead home and names those that do not', async () => {
    const odd = trailWith(9, 'Plan a fire drill', {
      match: ['plan a fire drill for the office', 'zebra quartz lantern'],
    });
    const { items } = await catalogHealth(judge)(viewWith(judge, odd, MINUTES), null, 10);
    expect(items.find((item) => item.trail.id === odd.id)).toMatchObject({
      match_examples: 2,
      found: 1,
      unsupported: [1],
    });
  });

  it('leaves out trails that the workspace does not see', async () => {
    const view = { ...viewWith(judge, ...trails), hidden: new Set([trailId(2)]) };
    expect((await catalogHealth(judge)(view, null, 10)).live).toBe(4);
  });

  it('ends a page when its time is up, and begins the next with what is known', async () => {
    const view = viewWith(judge, ...trails);
    const read = catalogHealth(judge, { page: 0, first: 0, ahead: 0 });
    const lengths: number[] = [];
    for (let pages = 0; pages < 5; pages++) lengths.push((await read(view, null, 10)).items.length);
    expect(lengths).toEqual([1, 2, 3, 4, 5]);
    expect((await read(view, null, 10)).next_after).toBeNull();
  });

  it('goes on while nobody waits, for so long, and judges no trail twice for two who ask', async () => {
    const { counting, ranked } = countingJudge();
    const read = catalogHealth(counting, { page: 0, first: 0, ahead: 60_000 });
    const view = viewWith(judge, ...trails);
    const [one, other] = await Promise.all([read(view, null, 10), read(view, null, 10)]);
    expect([one.items.length, other]).toEqual([1, one]);
    // One example and what it says it is for, of each.
    await expect.poll(() => ranked.length).toBe(2 * trails.length);
    expect((await read(view, null, 10)).items).toHaveLength(5);
    expect(ranked).toHaveLength(2 * trails.length);
  });

  it('goes on no longer once the catalog has changed', async () => {
    const { counting, ranked } = countingJudge();
    const read = catalogHealth(counting, { page: 0, first: 0, ahead: 60_000 });
    const view = viewWith(judge, ...trails);
    await read(view, null, 10);
    view.catalogs[0]?.remove(trailId(5));
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(ranked.length).toBeLessThanOrEqual(4);
  });

  it('gives other work its turn after every ranking', async () => {
    const { counting, ranked } = countingJudge();
    const atTurns: number[] = [];
    let isOver = false;
    const turns = (async () => {
      while (!isOver) {
        atTurns.push(ranked.length);
        await new Promise(setImmediate);
      }
    })();
    await catalogHealth(counting)(viewWith(judge, ...trails), null, 10);
    isOver = true;
    await turns;
    const most = Math.max(...atTurns.map((count, at) => count - (atTurns[at - 1] ?? 0)));
    expect(most).toBe(1);
  });

  it('judges a trail again only when the catalog has changed', async () => {
    const { counting, ranked } = countingJudge();
    const view = viewWith(judge, ...trails);
    const read = catalogHealth(counting);
    const first = await read(view, null, 10);
    const asked = ranked.length;
    expect(asked).toBeGreaterThan(0);
    expect(await read(view, null, 10)).toEqual(first);
    expect(ranked.length).toBe(asked);
    view.catalogs[0]?.remove(trailId(5));
    expect((await read(view, null, 10)).items).toHaveLength(4);
    expect(ranked.length).toBeGreaterThan(asked);
  });
});
