// Tests what authors see besides a verdict: candidates with their parts, omitted examples, and the effect on other
// trails.
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogEffect } from '../../src/surfacing/catalog-effect.ts';
import { evaluateExamples } from '../../src/surfacing/example-evaluation.ts';
import { rankCandidates } from '../../src/surfacing/ranked-candidates.ts';
import { runs } from '../support/runs.ts';
import { sharedJudge as judge, sharedEncoder } from './shared-judge.ts';
import { ADVERT, MINUTES, REMINDER, trailWith, viewWith } from './trails-for-tests.ts';

const underTest = (trail: typeof REMINDER) => ({
  id: trail.id,
  document: { title: trail.title, trigger: { when: trail.when, keywords: trail.keywords, examples: trail.examples } },
});

describe('confidence', () => {
  it('of twins is above the threshold for the one that is offered, and below it for the other', async () => {
    const twin = trailWith(8, REMINDER.title, { match: ['send a payment reminder to a late customer'] });
    const view = viewWith(judge, REMINDER, twin, MINUTES);
    const prompts = ['send a payment reminder to a late customer', 'payment reminder for an overdue invoice'];
    const of = (subject: typeof REMINDER) => judge.judge(view, subject, prompts);
    const verdicts = [...(await of(REMINDER)), ...(await of(twin))];
    expect(verdicts.map(({ confidence }) => confidence >= judge.threshold)).toEqual(
      verdicts.map(({ would_surface }) => would_surface),
    );
    expect(verdicts.filter(({ would_surface }) => would_surface)).toHaveLength(prompts.length);
  });

  it('never contradicts the verdict, for any catalog, prompt and threshold', async () => {
    const words = fc.array(fc.constantFrom('invoice', 'overdue', 'reminder', 'write', 'advert', 'notes', 'zebra'), {
      minLength: 1,
      maxLength: 6,
    });
    const text = words.map((list) => list.join(' '));
    const judges = [0.3, 0.4999, 0.5, 0.8].map((threshold) => lexicalJudge({ threshold, encoder: sharedEncoder }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        text,
        fc.constantFrom(...judges),
        async (catalog, prompt, own) => {
          const trails = catalog.map((match, at) => trailWith(at + 1, match[0] ?? '', { match }));
          const view = viewWith(own, ...trails);
          for (const trail of trails) {
            const [verdict] = await own.judge(view, trail, [prompt]);
            expect((verdict?.confidence ?? 0) >= own.threshold).toBe(verdict?.would_surface);
          }
        },
      ),
      { numRuns: runs(20) },
    );
  });
});

describe('the candidates of a prompt', () => {
  const view = viewWith(judge, REMINDER, ADVERT, MINUTES);

  it('are sorted best first with their parts, and the first is offered if it reaches the threshold', async () => {
    const prompt = 'please draft a reminder for an invoice that a customer has not paid';
    const { candidates, threshold } = await rankCandidates(judge, view, underTest(REMINDER), prompt);
    expect(candidates[0]).toMatchObject({ trail: { id: REMINDER.id }, is_this_trail: true, offered: true });
    expect(candidates[0]?.parts.lead).toBeGreaterThan(0);
    expect(candidates[0]?.confidence).toBeGreaterThanOrEqual(threshold);
    expect(candidates.slice(1).every((one) => !one.offered && one.parts.lead < 0)).toBe(true);
  });

  it('are empty for a prompt without words', async () => {
    expect((await rankCandidates(judge, view, underTest(REMINDER), '…!')).candidates).toEqual([]);
  });
});

describe('examples that are tried one by one', () => {
  it('fail once they are left out if nothing else matches the trail', async () => {
    const odd = trailWith(9, 'Plan a fire drill', {
      match: ['plan a fire drill for the office', 'zebra quartz lantern'],
    });
    const { examples, passed, passed_left_out } = await evaluateExamples(judge, viewWith(judge, odd), underTest(odd));
    expect([passed, passed_left_out]).toEqual([2, 1]);
    expect(examples[1]).toMatchObject({ listed: { pass: true }, left_out: { pass: false, would_surface: false } });
  });

  it('are left out in every spelling that the document uses', async () => {
    const twice = trailWith(9, 'Zoo', { match: ['zebra quartz lantern', 'Zebra  QUARTZ lantern!'] });
    const { passed_left_out } = await evaluateExamples(judge, viewWith(judge), underTest(twice));
    expect(passed_left_out).toBe(0);
  });

  it('stop if the caller disconnects', async () => {
    const aborted = AbortSignal.abort();
    await expect(evaluateExamples(judge, viewWith(judge, REMINDER), underTest(REMINDER), aborted)).rejects.toThrow();
  });
});

describe('the effect of a document on other trails', () => {
  it('names the prompts that it would take, and the trails that lose them', async () => {
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

  it('is empty for a document about another subject', async () => {
    const view = viewWith(judge, REMINDER, ADVERT, MINUTES);
    const { changes } = await catalogEffect(
      judge,
      view,
      underTest(trailWith(7, 'Feed the aquarium', { match: ['feed the fish'] })),
    );
    expect(changes).toEqual([]);
  });
});
