// Responses of the rooms: surfacing-test, run-examples and the judge's findings (contract 2.7, 4.2, Decisions 26 and
// 27).

import type { Judge } from '@cairn/surfacing-judge/judge';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { findIssues } from '../../src/base/shape.ts';
import { judgeFindings } from '../../src/surfacing/judge-findings.ts';
import { runExamples } from '../../src/surfacing/run-examples.ts';
import { RunExamplesResource, SurfacingTestResource } from '../../src/surfacing/surfacing-shapes.ts';
import { surfacingTest } from '../../src/surfacing/surfacing-test.ts';
import { sharedJudge as judge, sharedEncoder } from './shared-judge.ts';
import { ADVERT, MINUTES, REMINDER, trailId, viewWith } from './trails-for-tests.ts';

const view = viewWith(judge, REMINDER, ADVERT, MINUTES);
const clock = (): number => Date.UTC(2026, 0, 2, 3, 4, 5);

const document = (match: readonly string[], noMatch: readonly string[] = [], keywords: readonly string[] = []) => ({
  title: 'Order office chairs',
  trigger: {
    keywords,
    examples: [
      ...match.map((text) => ({ text, expect: 'match' as const })),
      ...noMatch.map((text) => ({ text, expect: 'no_match' as const })),
    ],
  },
});
const under = (given: ReturnType<typeof document>, number = 50) => ({ id: trailId(number), document: given });

describe('surfacing-test', () => {
  it('returns a SurfacingTestResource for a given document', async () => {
    const answer = await surfacingTest(
      judge,
      view,
      under(document(['order six office chairs'])),
      'order office chairs',
    );
    expect(findIssues(SurfacingTestResource, answer)).toEqual([]);
    expect(answer).toMatchObject({ would_surface: true, winner: null });
  });
});

describe('run-examples', () => {
  it('returns one result per example, in order, and a summary of the failing ones', async () => {
    const given = document(
      ['order six office chairs', 'write a job posting for a warehouse lead'],
      ['sit down please'],
    );
    const answer = await runExamples(judge, view, under(given), clock);
    expect(findIssues(RunExamplesResource, answer)).toEqual([]);
    expect(answer.results.map((result) => [result.index, result.expect])).toEqual([
      [0, 'match'],
      [1, 'match'],
      [2, 'no_match'],
    ]);
    expect(answer.results[0]).toMatchObject({ would_surface: true, pass: true });
    expect(answer.results[2]).toMatchObject({ would_surface: false, pass: true });
    const failing = answer.results.filter((result) => !result.pass).map((result) => result.index);
    expect(answer.summary).toEqual({
      last_run_at: '2026-01-02T03:04:05.000Z',
      all_pass: failing.length === 0,
      failing,
    });
  });

  it('explains why an example failed', async () => {
    const given = document([], [], []);
    const both = {
      ...given,
      trigger: {
        ...given.trigger,
        examples: [
          { text: 'chairs', expect: 'match' as const },
          { text: 'chairs', expect: 'no_match' as const },
        ],
      },
    };
    const answer = await runExamples(judge, view, under(both), clock);
    expect(answer).toMatchObject({ all_pass: false, summary: { failing: [0] } });
    expect(answer.results[0]?.reason).toBe('Too close to the no-match example "chairs".');
  });

  it('refuses a document without examples (422 unprocessable) before it asks a judge', async () => {
    const unasked: Judge = {
      judge: () => Promise.reject(new Error('asked')),
      find: () => Promise.reject(new Error('asked')),
    };
    const refused = await runExamples(unasked, view, under(document([])), clock).catch((thrown: unknown) => thrown);
    expect(isRefusal(refused, 'unprocessable')).toBe(true);
  });
});

describe('findings of the judge before publishing', () => {
  it('are empty for a distinctive trail', async () => {
    const given = document([
      'order six office chairs',
      'order new office chairs for the team',
      'we need office chairs, order them',
    ]);
    expect(await judgeFindings(judge, view, under(given))).toEqual([]);
  });

  it('warn about an example that no other wording supports', async () => {
    const given = document(['order six office chairs', 'order office chairs', 'zebra quartz lantern']);
    const findings = await judgeFindings(judge, view, under(given));
    expect(findings).toEqual([expect.objectContaining({ severity: 'warning', field: 'trigger.examples[2].text' })]);
    expect(findings[0]?.message).toContain('Nothing else in this trail');
  });

  it('warn once about an example that is listed twice, in any spelling', async () => {
    const given = document(['order six office chairs', 'order office chairs', 'zebra lantern', 'Zebra  lantern!']);
    const findings = await judgeFindings(judge, view, under(given));
    expect(findings.map(({ field }) => field)).toEqual(['trigger.examples[2].text', 'trigger.examples[3].text']);
  });

  it('warn about a prompt that a live trail also lists', async () => {
    const given = document([
      'write a job posting for a warehouse lead',
      'order six office chairs',
      'order office chairs',
    ]);
    const findings = await judgeFindings(judge, view, under(given));
    expect(findings.map((one) => one.message).join()).toContain('"Write a job advert" lists the same prompt');
  });

  it('warn about wordings that go to a live trail', async () => {
    const given = document(['a second payment reminder to the client who has not paid', 'order six office chairs']);
    const findings = await judgeFindings(judge, view, under(given));
    expect(findings.map((one) => `${one.field} ${one.message}`).join()).toMatch(
      /trigger\.examples\[0\]\.text Other wordings of this prompt go to the live trail "Remind a customer to pay"/,
    );
  });

  it('omit wordings that reach no threshold of this service', async () => {
    const strict = lexicalJudge({ threshold: 1.01, encoder: sharedEncoder });
    const given = document(['a second payment reminder to the client who has not paid', 'order six office chairs']);
    const findings = await judgeFindings(strict, viewWith(strict, REMINDER, ADVERT, MINUTES), under(given));
    expect(findings.map(({ message }) => message).join()).not.toContain('go to the live trail');
  });

  it('warn if the change would take prompts from a live trail', async () => {
    const wordings = [
      'minutes of the transcript',
      'write the minutes from a transcript',
      'make minutes from this transcript',
      'write minutes of this transcript now',
      'write up minutes from the transcript',
    ];
    const given = {
      ...document(wordings, [], ['minutes from transcript', 'write minutes']),
      title: 'Write minutes from a transcript',
    };
    const twice = { ...MINUTES, examples: [...MINUTES.examples, ...MINUTES.examples] };
    for (const live of [view, viewWith(judge, REMINDER, ADVERT, twice)]) {
      const findings = await judgeFindings(judge, live, under(given));
      expect(findings.filter((one) => one.field === 'trigger').map((one) => one.message)).toEqual([
        expect.stringContaining('"Write minutes of a meeting" today and would come here'),
      ]);
    }
  });

  it('warn about a keyword that three live trails also have', async () => {
    const crowd = [1, 2, 3].map((number) => ({ ...REMINDER, id: trailId(number), keywords: ['payment reminder'] }));
    const given = document(['order six office chairs', 'order office chairs'], [], ['payment reminder']);
    const findings = await judgeFindings(judge, viewWith(judge, ...crowd), under(given));
    expect(findings).toContainEqual(expect.objectContaining({ field: 'trigger.keywords[0]' }));
  });
});
