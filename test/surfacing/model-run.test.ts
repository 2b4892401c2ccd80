// A run of examples is sent as one question over real HTTP (contract 4.2 run-examples, Decision 27).

import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { batchRequest } from '../../src/surfacing/model/batch-request.ts';
import { batchesOf } from '../../src/surfacing/model/batches.ts';
import { runExamples } from '../../src/surfacing/run-examples.ts';
import type { ExampleRunResult } from '../../src/surfacing/surfacing-shapes.ts';
import { chooseEach, lexical, modelKit, verdict, view } from './model-kit.ts';
import type { StubRequest } from './model-stub.ts';
import { MINUTES, REMINDER, trailWith } from './trails-for-tests.ts';

const deps = modelKit();

const MATCHES = [
  'tell a client that the bill is late',
  'ask the debtor for the money again',
  'the buyer still owes us',
  'nudge them about the open invoice',
];
const OTHERS = ['write minutes from this transcript', 'book a table for lunch'];
const SUBJECT: JudgedTrail = trailWith(10, 'Chase an unpaid bill', { match: MATCHES, noMatch: OTHERS });

const bySubject = (text: string): string | null =>
  MATCHES.includes(text) ? SUBJECT.title : text.includes('minutes') ? MINUTES.title : null;

const run = async (judge: Awaited<ReturnType<typeof deps.judge>>): Promise<readonly ExampleRunResult[]> => {
  const document = { title: SUBJECT.title, trigger: { examples: SUBJECT.examples } };
  return (await runExamples(judge, view, { id: SUBJECT.id, document }, () => 0)).results;
};

type Answer = { readonly prompt: string; readonly best: string; readonly certainty: string; readonly reason: string };

/** The right answers to a run, modified. A single question gets the right answer. */
const changed =
  (change: (answers: readonly Answer[], question: StubRequest) => readonly unknown[]) =>
  (question: StubRequest): Readonly<Record<string, unknown>> => {
    const right = chooseEach(bySubject)(question);
    return 'answers' in right ? { answers: change(right.answers, question) } : right;
  };

const FELL_BACK = /^The model .*, so the embedded judge decided: /;
const fellBack = (results: readonly ExampleRunResult[]): number[] =>
  results.filter(({ reason }) => FELL_BACK.test(reason)).map(({ index }) => index);

describe('a run of examples', () => {
  it('is one question with every prompt and every trail once, and each answer becomes a verdict', async () => {
    deps.stub.reply = chooseEach(bySubject);
    const results = await run(await deps.judge());
    const [question] = deps.stub.questions;
    expect(question?.prompts.map((one) => one.text)).toEqual([...MATCHES, ...OTHERS]);
    expect(new Set(question?.trails.map((trail) => trail.title)).size).toBe(question?.trails.length);
    expect(JSON.stringify(question?.body.response_format)).toContain('"array"');
    expect(question?.body).toMatchObject({ temperature: 0 });
    expect(results.map(({ would_surface, pass }) => [would_surface, pass])).toEqual([
      ...MATCHES.map(() => [true, true]),
      ...OTHERS.map(() => [false, true]),
    ]);
    expect(results[0]).toMatchObject({ confidence: 0.92, reason: 'So says this prompt.' });
  });

  it('arranges texts like a single question: separate rules, no ids, all own examples', async () => {
    deps.stub.reply = chooseEach(bySubject);
    await run(await deps.judge());
    const [question] = deps.stub.questions;
    const nonce = /DATA ([0-9a-f]{24})/.exec(question?.system ?? '')?.[1];
    expect(question?.user.split('\n')).toHaveLength(3);
    expect(question?.user.split('\n').filter((line) => line === `DATA ${nonce}`)).toHaveLength(2);
    for (const text of MATCHES) expect(question?.system).not.toContain(text);
    expect(JSON.stringify(question?.body)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const own = question?.trails.find((trail) => trail.title === SUBJECT.title);
    expect([own?.for, own?.not_for]).toEqual([MATCHES, OTHERS]);
    for (const { among } of question?.prompts ?? [])
      expect(question?.trails.map((one) => one.alias)).toEqual(expect.arrayContaining([...among]));
  });

  it('names the trail that the model chose instead for a failing example', async () => {
    deps.stub.reply = chooseEach((text) => (text === MATCHES[2] ? REMINDER.title : bySubject(text)));
    const results = await run(await deps.judge());
    expect(results[2]).toMatchObject({ pass: false, would_surface: false, reason: 'So says this prompt.' });
    expect(results.filter(({ pass }) => !pass)).toHaveLength(1);
  });

  it('repeats only uncertain prompts, in reverse order', async () => {
    deps.stub.reply = changed((answers, { prompts }) =>
      answers.map((one, at) => (prompts[at]?.text === MATCHES[0] ? { ...one, certainty: 'low' } : one)),
    );
    const judge = await deps.judge();
    const results = await run(judge);
    const again = deps.stub.questions.slice(1).flatMap((one) => [one.prompt, ...one.prompts.map(({ text }) => text)]);
    expect(again).toContain(MATCHES[0]);
    expect(again).not.toContain(OTHERS[1]);
    const [first, second] = deps.stub.questions;
    const shown = new Set(second?.trails.map((trail) => trail.title));
    expect(second?.trails.map((trail) => trail.title)).toEqual(
      (first?.trails ?? [])
        .map((trail) => trail.title)
        .filter((title) => shown.has(title))
        .reverse(),
    );
    expect(results[0]).toMatchObject({ would_surface: true, confidence: 0.58 });
  });

  it('is cached as a whole and for each prompt', async () => {
    deps.stub.reply = chooseEach(bySubject);
    const judge = await deps.judge();
    const first = await run(judge);
    const asked = deps.stub.questions.length;
    expect(await run(judge)).toEqual(first);
    expect((await verdict(judge, SUBJECT, MATCHES[1])).confidence).toBe(first[1]?.confidence);
    expect(deps.stub.questions).toHaveLength(asked);
  });
});

describe('a faulty array is replaced by the embedded verdicts for the affected prompts', () => {
  const faults: Readonly<Record<string, readonly [change: Parameters<typeof changed>[0], concerned: number[]]>> = {
    'is short': [(answers) => answers.slice(0, 4), [4, 5]],
    'holds a malformed answer': [
      (answers) => answers.map((one, at) => (at === 1 ? { ...one, best: 'T99' } : one)),
      [1],
    ],
    'holds something else': [(answers) => [null, 'x', ...answers.slice(1)], [0]],
    'answers a prompt twice, differently': [(answers) => [...answers, { ...answers[3], best: 'NONE' }], [3]],
    'answers prompts that were not asked': [(answers) => [...answers, { ...answers[0], prompt: 'P77' }], []],
    'is in another order': [(answers) => [...answers].reverse(), []],
    'is empty': [() => [], [0, 1, 2, 3, 4, 5]],
  };

  it.each(Object.entries(faults))('that %s', async (_, [change, concerned]) => {
    deps.stub.reply = changed((answers, question) =>
      question.prompts.length === 6 ? change(answers, question) : answers,
    );
    const results = await run(await deps.judge());
    expect(fellBack(results)).toEqual(concerned);
    expect(deps.standIns).toHaveLength(concerned.length);
    const own = await run(lexical);
    for (const at of concerned)
      expect(results[at]).toEqual({
        ...own[at],
        reason: `The model gave no usable answer, so the embedded judge decided: ${own[at]?.reason}`,
      });
  });

  it.each(['no JSON', '[]', '{"answers":{"P1":"T1"}}', '{"answers":[{"prompt":"P1","best":"T1"'])(
    'for all of them if the answer is %s',
    async (text) => {
      deps.stub.reply = () => text;
      expect(fellBack(await run(await deps.judge()))).toEqual([0, 1, 2, 3, 4, 5]);
      expect(deps.calls.map((call) => call.outcome)).toEqual(['malformed']);
    },
  );

  it('for all of them if the answer is late', async () => {
    deps.stub.reply = () => () => undefined;
    // The timeout of a run is 400 ms longer for each additional prompt.
    const results = await run(await deps.judge({ timeout: -1_900 }));
    expect(results.every(({ reason }) => reason.startsWith('The model did not answer in time'))).toBe(true);
  });

  it('ignores a choice outside the short list of its prompt', () => {
    const listed = (...trails: JudgedTrail[]) => trails.map((trail, at) => ({ alias: `T${at + 1}`, trail }));
    const choices = [
      { prompt: 'one', list: listed(SUBJECT, REMINDER) },
      { prompt: 'two', list: listed(SUBJECT, MINUTES) },
    ];
    const { prompt, read } = batchRequest(choices, false);
    const data = JSON.parse(prompt.split('\n')[1] ?? '') as { trails: { alias: string; title: string }[] };
    const reminder = data.trails.find(({ title }) => title === REMINDER.title)?.alias;
    const answer = (alias: string) => ({ prompt: alias, best: reminder, certainty: 'high', reason: 'x' });
    expect(read({ answers: [answer('P1'), answer('P2')] })).toEqual([
      { best: REMINDER.id, certainty: 'high', reason: 'x' },
      undefined,
    ]);
  });

  it.each([
    [null],
    ['answers'],
    [7],
    [[]],
    [{}],
    [{ answers: null }],
    [{ answers: 'P1' }],
    [{ answers: [null, 'P1', 7, []] }],
  ])('treats %j as an answer to no prompt', (value) => {
    const list = [{ alias: 'T1', trail: SUBJECT }];
    const { read } = batchRequest(
      [
        { prompt: 'one', list },
        { prompt: 'two', list },
      ],
      false,
    );
    expect(read(value)).toEqual([undefined, undefined]);
  });

  it('returns judge-unavailable for the whole run if fallback is off', async () => {
    deps.stub.reply = changed((answers) => answers.slice(1));
    const refused = await run(await deps.judge({ fallback: false })).catch((thrown: unknown) => thrown);
    expect(isRefusal(refused, 'judge-unavailable')).toBe(true);
  });
});

describe('the length of a question', () => {
  const choices = Array.from({ length: 50 }, (_, at) => ({
    prompt: `prompt ${at} ${'x'.repeat(at % 2 === 0 ? 10 : 3_900)}`,
    list: [{ alias: 'T1', trail: SUBJECT }],
  }));

  it('fits all examples of an average trail, and splits long ones into several questions', () => {
    expect(batchesOf(choices.filter((_, at) => at % 2 === 0))).toHaveLength(1);
    const several = batchesOf(choices);
    expect(several.length).toBeGreaterThan(1);
    expect(several.flat()).toEqual(choices);
    expect(several.every((one) => one.length > 0)).toBe(true);
  });

  it('asks each question about its own prompts', async () => {
    const long = MATCHES.map((text) => `${text} ${'and so on '.repeat(380)}`);
    deps.stub.reply = (question) =>
      question.prompts.length === 0
        ? { best: 'NONE', certainty: 'high', reason: '' }
        : chooseEach(() => null)(question);
    const prompts = [
      ...long,
      ...long.map((text) => `${text} again`),
      ...long.map((text) => `${text} please`),
      ...MATCHES,
    ];
    const verdicts = await (await deps.judge()).judge(view, SUBJECT, prompts);
    expect(verdicts).toHaveLength(prompts.length);
    const asked = new Set(deps.stub.questions.flatMap((one) => [one.prompt, ...one.prompts.map(({ text }) => text)]));
    for (const text of prompts) expect(asked).toContain(text.trim());
    expect(deps.stub.questions.every((one) => one.user.length < 60_000)).toBe(true);
  });
});
