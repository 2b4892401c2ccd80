// The small parts of asking a model on both sides of their limits: malformed answers, retries, pauses, a catalog's
// spending, and which sentence of a model is shown.
import type { Ranking } from '@cairn/surfacing-judge/prompt-ranking';
import { describe, expect, it } from 'vitest';
import { semaphore } from '../../src/base/semaphore.ts';
import { askModel } from '../../src/surfacing/model/ask-model.ts';
import { cooldown } from '../../src/surfacing/model/cooldown.ts';
import { checkedAnswer } from '../../src/surfacing/model/model-answer.ts';
import { isMalformed, Malformed, thrownDetails } from '../../src/surfacing/model/model-failure.ts';
import { withOneRetry } from '../../src/surfacing/model/one-retry.ts';
import { reversed, type ShortListed, shortList } from '../../src/surfacing/model/short-list.ts';
import { tokenBudget } from '../../src/surfacing/model/token-budget.ts';
import { testClock } from '../support/test-clock.ts';
import { ADVERT, MINUTES, trailWith } from './trails-for-tests.ts';

it.each([
  [{ statusCode: 199 }, false],
  [{ statusCode: 200 }, true],
  [{ statusCode: 299 }, true],
  [{ statusCode: 300 }, false],
  [{ name: 'AI_JSONParseError' }, true],
  [{ name: 'AI_APICallError' }, false],
  [new Malformed(), true],
  [new Error('lost'), false],
  [null, false],
  ['text', false],
])('treats %o as malformed: %s', (thrown, expected) => {
  expect(isMalformed(thrown)).toBe(expected);
  expect(typeof thrownDetails(thrown)).toBe('object');
});

describe('another attempt', () => {
  const failure = (details: object) => Object.assign(new Error('failed'), details);
  const attempts = async (thrown: unknown, signal = new AbortController().signal): Promise<string> => {
    let count = 0;
    const attempt = async () => {
      count += 1;
      if (count === 1) throw thrown;
      return 'answered';
    };
    const outcome = await withOneRetry(attempt, signal).catch(() => 'failed');
    return `${outcome} ${count}`;
  };
  it.each([
    [{}, 'answered 2'],
    [{ statusCode: 428 }, 'failed 1'],
    [{ statusCode: 429 }, 'answered 2'],
    [{ statusCode: 430 }, 'failed 1'],
    [{ statusCode: 499 }, 'failed 1'],
    [{ statusCode: 500 }, 'answered 2'],
    [{ statusCode: 200 }, 'failed 1'],
    [{ statusCode: 503, responseHeaders: { 'retry-after': '1' } }, 'answered 2'],
    [{ statusCode: 503, responseHeaders: { 'retry-after': '1.001' } }, 'failed 1'],
    [{ statusCode: 503, responseHeaders: { 'retry-after': 'soon' } }, 'failed 1'],
    [{ statusCode: 503, responseHeaders: { 'retry-after': new Date(0).toUTCString() } }, 'answered 2'],
  ])('after %j: %s', async (details, expected) => {
    expect(await attempts(failure(details))).toBe(expected);
  });
  it('is skipped if the caller has disconnected', async () => {
    expect(await attempts(failure({}), AbortSignal.abort())).toBe('failed 1');
  });
  it('is skipped if the caller disconnects during the pause before it', async () => {
    const caller = new AbortController();
    let count = 0;
    const attempt = async () => {
      count += 1;
      // Runs after everything that is due immediately, and before any timer.
      process.nextTick(() => caller.abort());
      throw failure({});
    };
    await Promise.resolve();
    await expect(withOneRetry(attempt, caller.signal)).rejects.toThrow();
    expect(count).toBe(1);
  });
});

it('charges nothing for a request that timed out before its turn', async () => {
  const never = { specificationVersion: 'v3', doGenerate: () => Promise.reject(new Error('asked')) };
  const asking = { model: never as never, withPlace: semaphore(1) };
  const form = { run: false, backwards: false };
  const { sent, call } = await askModel(asking, [{ prompt: 'p', list: [] }], form, AbortSignal.abort());
  expect(sent).toBe(false);
  expect(call).toMatchObject({ outcome: 'left', input_tokens: 0, output_tokens: 0 });
});

describe('a model pauses', () => {
  const failing = (
    clock: ReturnType<typeof testClock>,
    model: ReturnType<typeof cooldown>,
    pauses: readonly number[],
  ) => {
    for (const pause of pauses) {
      model.failed();
      clock.advance(pause);
    }
  };
  it('for half a minute after five failures within a minute', () => {
    const clock = testClock();
    const model = cooldown(clock);
    failing(clock, model, [1, 1, 1, 0]);
    expect(model.restsFor()).toBe(0);
    failing(clock, model, [0]);
    expect(model.restsFor()).toBe(30_000);
    clock.advance(29_999);
    expect(model.restsFor()).toBe(1);
    clock.advance(2);
    expect(model.restsFor()).toBe(0);
    failing(clock, model, [0, 0, 0, 0]);
    expect(model.restsFor()).toBe(0);
  });
  it('after a fifth failure less than a minute after the first', () => {
    for (const [last, rests] of [
      [59_996, 30_000],
      [59_997, 0],
    ] as const) {
      const clock = testClock();
      const model = cooldown(clock);
      failing(clock, model, [1, 1, 1, last, 0]);
      expect(model.restsFor()).toBe(rests);
    }
  });
  it('only if no call succeeded in between', () => {
    const clock = testClock();
    const model = cooldown(clock);
    failing(clock, model, [0, 0, 0, 0]);
    model.succeeded();
    failing(clock, model, [0, 0, 0, 0]);
    expect(model.restsFor()).toBe(0);
  });
});

describe('a budget of tokens', () => {
  const spending = () => {
    const spent = new Map<string, number>();
    return {
      spent: async (id: string, day: string) => spent.get(`${id} ${day}`) ?? 0,
      add: async (id: string, day: string, tokens: number) => {
        spent.set(`${id} ${day}`, (spent.get(`${id} ${day}`) ?? 0) + tokens);
      },
      entries: () => [...spent],
    };
  };
  it('belongs to one catalog and day, and the last request may exceed it', async () => {
    let now = Date.UTC(2031, 0, 1, 23, 59, 59);
    const kept = spending();
    const budget = tokenBudget(10, kept, () => now);
    await budget.spend('a', 9);
    expect(await budget.allows('a')).toBe(true);
    await budget.spend('a', 1);
    expect([await budget.allows('a'), await budget.allows('b')]).toEqual([false, true]);
    await budget.spend('b', 0);
    now += 1_000;
    expect(await budget.allows('a')).toBe(true);
    await budget.spend('a', 50);
    expect(kept.entries()).toEqual([
      ['a 2031-01-01', 10],
      ['a 2031-01-02', 50],
    ]);
  });
  it('is not counted if there is no limit', async () => {
    const kept = spending();
    const budget = tokenBudget(undefined, kept, () => 0);
    await budget.spend('a', 5);
    expect([await budget.allows('a'), kept.entries()]).toEqual([true, []]);
  });
});

describe('the short list', () => {
  const trails = Array.from({ length: 12 }, (_, at) => trailWith(at + 1, `Trail ${at + 1}`));
  const [subject = ADVERT] = trails;
  const scored = trails.map((trail) => ({ indexed: { trail } })) as unknown as Ranking['scored'];
  const ids = (list: readonly ShortListed[]) => list.map(({ trail }) => trail.id).sort();

  it('has the nearest eight trails besides the subject, scored ones before near ones', () => {
    const ranking: Ranking = { text: '', scored: scored.slice(0, 7), near: trails.slice(5), information: 0 };
    expect(ids(shortList(ranking, subject, 'prompt'))).toEqual(trails.slice(0, 9).map(({ id }) => id));
    expect(ids(shortList(ranking, null, 'prompt'))).toEqual(trails.slice(0, 8).map(({ id }) => id));
  });
  it('has an order that depends on the prompt, and names its entries in that order', () => {
    const ranking: Ranking = { text: '', scored, near: [], information: 0 };
    const [one, same, other] = ['first prompt', 'First  PROMPT!', 'second prompt'].map((prompt) =>
      shortList(ranking, subject, prompt),
    );
    expect(one?.map(({ alias }) => alias)).toEqual(['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8', 'T9']);
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
    const backwards = reversed({ prompt: 'first prompt', list: one ?? [] }).list;
    expect(backwards.map(({ trail }) => trail.id)).toEqual(one?.map(({ trail }) => trail.id).reverse());
    expect(backwards.map(({ alias }) => alias)).toEqual(one?.map(({ alias }) => alias));
  });
});

describe('an answer', () => {
  const list = [
    { alias: 'T1', trail: ADVERT },
    { alias: 'T2', trail: MINUTES },
  ];
  const answer = (more: object) =>
    checkedAnswer({ best: 'T2', certainty: 'high', reason: 'Fits.', ...more }, list, 'n0nce');
  it('names a trail in the list, or NONE', () => {
    expect(answer({})).toEqual({ best: MINUTES.id, certainty: 'high', reason: 'Fits.' });
    expect(answer({ best: 'NONE' })?.best).toBeNull();
    expect([answer({ best: 'T3' }), answer({ certainty: 'sure' }), answer({ reason: 1 })]).toEqual(
      Array(3).fill(undefined),
    );
    expect([checkedAnswer(null, list, 'n'), checkedAnswer('T1', list, 'n')]).toEqual([undefined, undefined]);
  });
  it.each([
    ['x'.repeat(200), 'x'.repeat(200)],
    ['😀'.repeat(201), null],
    ['  ', null],
    [' Fits. ', 'Fits.'],
    ['As n0nce says.', null],
    ['See example.com now.', null],
    ['T1 is about adverts, T9 is not.', '"Write a job advert" is about adverts, another trail is not.'],
    ['T10 and XT1 fit.', 'another trail and XT1 fit.'],
    ['T100 fits, not T2000.', 'another trail fits, not T2000.'],
  ])('is shown with a safe sentence: %s', (reason, expected) => {
    expect(answer({ reason })?.reason).toBe(expected);
  });
});
