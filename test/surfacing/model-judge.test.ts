// The model judge over real HTTP against a stub of the protocol, with good, slow, broken and hostile answers (Decisions
// 27, 28).
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { parseJudgeSetting } from '../../src/surfacing/judge-setting.ts';
import { openModel } from '../../src/surfacing/model/open-model.ts';
import { modelJudge } from '../../src/surfacing/model-judge.ts';
import { openJudge } from '../../src/surfacing/open-judge.ts';
import { choose, embedded, lexical, modelKit, PROMPT, verdict, view } from './model-kit.ts';
import { type ModelStub, sendMessage } from './model-stub.ts';
import { MINUTES, REMINDER, trailWith, viewWith } from './trails-for-tests.ts';

const deps = modelKit();

describe('the question', () => {
  it('sends the rules as the system message, the data between markers, the schema, and temperature 0', async () => {
    deps.stub.reply = choose(REMINDER.title);
    await verdict(await deps.judge());
    const [question] = deps.stub.questions;
    expect(question?.authorization).toBe('Bearer secret-key');
    expect(question?.body).toMatchObject({ model: 'stub-1', temperature: 0, response_format: { type: 'json_schema' } });
    expect(JSON.stringify(question?.body.response_format)).toContain('"NONE"');
    const nonce = /DATA ([0-9a-f]{24})/.exec(question?.system ?? '')?.[1];
    expect(question?.user.split('\n').filter((line) => line === `DATA ${nonce}`)).toHaveLength(2);
    expect(question?.system).not.toContain('nudge the buyer');
    expect(question?.prompt).toBe(PROMPT);
  });

  it('refers to trails by alias and contains no id', async () => {
    deps.stub.reply = choose(REMINDER.title);
    await verdict(await deps.judge());
    expect(deps.stub.questions[0]?.trails.map((trail) => trail.alias)).toEqual(['T1', 'T2', 'T3']);
    expect(JSON.stringify(deps.stub.questions[0]?.body)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  it('strips invisible and bidi characters, and truncates every field', async () => {
    deps.stub.reply = choose(null);
    const hidden = trailWith(30, `Bill\u202e\u200b\u2066 nudge ${'x'.repeat(400)}`, {
      match: ['nudge the buyer about a bill'],
    });
    await verdict(await deps.judge(), hidden, `${PROMPT}\u200b\u202e`);
    expect(deps.stub.questions[0]?.user).not.toMatch(/[\u200b\u202e\u2066]/);
    for (const trail of deps.stub.questions[0]?.trails ?? []) expect([...trail.title].length).toBeLessThanOrEqual(240);
  });
});

describe('the body of a request', () => {
  const asked = async (provider: string, model: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
    deps.stub.reply = choose(REMINDER.title);
    const opened = await openModel({ provider, model, url: deps.stub.url, key: 'secret-key' });
    await verdict(modelJudge(lexical, { model: opened, name: model, threshold: 0.5, fallback: false }));
    return deps.stub.questions[0]?.body;
  };

  it('suits a reasoning model of OpenAI: no temperature, and tokens for reasoning', async () => {
    const body = await asked('openai', 'gpt-5-mini');
    expect(body).toMatchObject({ reasoning_effort: 'low', max_completion_tokens: 2300 });
    expect(Object.keys(body ?? {})).not.toEqual(expect.arrayContaining(['temperature']));
    expect(Object.keys(body ?? {})).not.toEqual(expect.arrayContaining(['max_tokens']));
  });

  it("has temperature 0 for OpenAI's other models", async () => {
    for (const model of ['gpt-4.1-mini', 'gpt-5-chat-latest']) {
      deps.stub.questions.length = 0;
      expect(await asked('openai', model), model).toMatchObject({ temperature: 0, max_completion_tokens: 300 });
    }
  });

  it('asks DeepSeek for JSON without a schema, and describes the members in the system message', async () => {
    const body = await asked('deepseek', 'deepseek-chat');
    expect(body).toMatchObject({ response_format: { type: 'json_object' }, max_tokens: 300 });
    expect(deps.stub.questions[0]?.system).toMatch(/one JSON object: "best" .* "certainty" .* "reason"/);
  });
});

describe('a good answer', () => {
  it('becomes the verdict, with its sentence and fixed odds', async () => {
    deps.stub.reply = choose(REMINDER.title, 'medium', 'T1 and the prompt are both about an unpaid bill.');
    const found = await verdict(await deps.judge());
    expect(found).toMatchObject({ would_surface: true, winner: null });
    expect(found.confidence).toBe(0.75);
    expect(found.reason).toMatch(/^".*" and the prompt are both about an unpaid bill\.$/);
    expect(found.candidates[0]).toEqual({ id: REMINDER.id, title: REMINDER.title });
    expect(deps.calls[0]).toMatchObject({ outcome: 'answered', input_tokens: 900, output_tokens: 30 });
  });

  it('names the winner if the model chose another live trail', async () => {
    deps.stub.reply = choose(REMINDER.title);
    const found = await verdict(await deps.judge(), MINUTES);
    expect(found).toMatchObject({ would_surface: false, winner: { id: REMINDER.id, title: REMINDER.title } });
    expect(found.confidence).toBeLessThan(0.5);
  });

  it('offers nothing if the model chose NONE', async () => {
    deps.stub.reply = choose(null);
    expect(await verdict(await deps.judge())).toMatchObject({ would_surface: false, winner: null });
    expect(await (await deps.judge()).find(view, PROMPT, { limit: 3, mayUse: () => true })).toEqual([]);
  });

  it('finds the trail for an employee that the model chose', async () => {
    deps.stub.reply = choose(REMINDER.title);
    const found = await (await deps.judge()).find(view, PROMPT, { limit: 3, mayUse: () => true });
    expect(found.map((one) => one.id)).toEqual([REMINDER.id]);
  });

  it('lists alternatives if the choice is uncertain, best first', async () => {
    const twin = { ...REMINDER, id: MINUTES.id, title: 'Chase a debtor' };
    const catalog = viewWith(lexical, REMINDER, twin);
    const wanted = { limit: 3, mayUse: () => true };
    const prompt = 'write a payment reminder for overdue invoices, please';
    deps.stub.reply = choose(twin.title, 'medium');
    const found = await (await deps.judge()).find(catalog, prompt, wanted);
    expect(found.map((one) => [one.title, one.confidence])).toEqual([
      [twin.title, 0.75],
      [REMINDER.title, 0.25],
    ]);
    deps.stub.reply = choose(twin.title, 'high');
    const sure = await (await deps.judge()).find(catalog, prompt, wanted);
    expect(sure.map((one) => one.title)).toEqual([twin.title]);
  });

  it('is cached, so that the same question is not asked again', async () => {
    deps.stub.reply = choose(REMINDER.title);
    const judge = await deps.judge();
    const first = await verdict(judge);
    const asked = deps.stub.questions.length;
    expect(await verdict(judge, REMINDER, PROMPT.toUpperCase())).toEqual(first);
    expect(deps.stub.questions).toHaveLength(asked);
    await verdict(judge, { ...REMINDER, title: 'Ask for money' });
    expect(deps.stub.questions.length).toBeGreaterThan(asked);
  });

  it('is requested again in reverse order if it is uncertain, and is ignored if it depends on the order', async () => {
    deps.stub.reply = choose(REMINDER.title, 'low');
    expect(await verdict(await deps.judge())).toMatchObject({ would_surface: true, confidence: 0.58 });
    const [one, two] = deps.stub.questions;
    expect(two?.trails.map((trail) => trail.title)).toEqual(one?.trails.map((trail) => trail.title).reverse());
    deps.stub.reply = () => ({ best: 'T1', certainty: 'low', reason: 'The first one.' });
    const found = await verdict(await deps.judge());
    const own = await embedded();
    expect(found).toMatchObject({ would_surface: own?.would_surface, confidence: own?.confidence });
    expect(found.reason).toContain('contradicted itself');
  });

  it('expires from the cache after a day', async () => {
    deps.stub.reply = choose(REMINDER.title);
    const judge = await deps.judge();
    await verdict(judge);
    const asked = deps.stub.questions.length;
    deps.now += 24 * 60 * 60 * 1000 - 1;
    await verdict(judge);
    expect(deps.stub.questions).toHaveLength(asked);
    deps.now += 2;
    await verdict(judge);
    expect(deps.stub.questions.length).toBeGreaterThan(asked);
  });

  it('is not requested for a prompt without words', async () => {
    expect(await verdict(await deps.judge(), REMINDER, '...')).toEqual(await embedded(REMINDER, '...'));
    expect(deps.stub.questions).toEqual([]);
  });

  it('includes the example that equals the prompt, even if it is far down the list', async () => {
    deps.stub.reply = choose('Order office chairs');
    const match = ['order six chairs', 'chairs for the office', 'new chairs please', 'seats for the whole team'];
    const subject = trailWith(20, 'Order office chairs', { match });
    await verdict(await deps.judge(), subject, 'Seats for the whole team!');
    const shown = deps.stub.questions[0]?.trails.find((trail) => trail.title === subject.title)?.for;
    expect(shown).toEqual(['seats for the whole team', 'order six chairs', 'chairs for the office']);
  });

  it('cannot offer a trail that lists the prompt as a no_match example', async () => {
    const subject = trailWith(21, 'Chase the open bill', { match: ['nudge about a bill'], noMatch: [PROMPT] });
    deps.stub.reply = choose(subject.title);
    const found = await verdict(await deps.judge(), subject);
    expect(found).toMatchObject({ would_surface: false, winner: null });
    expect(found.reason).not.toContain('same task');
  });

  it('may choose a trail that the embedded judge listed but did not compare', async () => {
    const crowd = Array.from({ length: 7 }, (_, at) =>
      trailWith(60 + at, `Chase the open bill ${'abcdefg'[at]}`, { match: ['nudge the buyer about the open bill'] }),
    );
    const far = trailWith(70, 'Talk to a buyer', {
      match: ['call the buyer'],
      when: 'A buyer waits for a call today.',
    });
    const catalog = viewWith(lexical, ...crowd, far);
    const ranking = lexical.rank(catalog, REMINDER, PROMPT);
    expect(ranking.scored.map((one) => one.indexed.trail.title)).not.toContain(far.title);
    deps.stub.reply = choose(far.title);
    const found = await verdict(await deps.judge(), REMINDER, PROMPT, catalog);
    expect(found).toMatchObject({ would_surface: false, winner: { title: far.title } });
  });
});

describe('a bad answer is replaced by the embedded verdict, which says so', () => {
  const replies: Readonly<Record<string, ModelStub['reply']>> = {
    'no JSON': () => 'I would choose the first one.',
    'an alias that is not listed': () => ({ best: 'T77', certainty: 'high', reason: 'x' }),
    'a certainty of its own': () => ({ best: 'T1', certainty: 'absolute', reason: 'x' }),
    'a missing member': () => ({ best: 'T1' }),
    'truncated JSON': () => '{"best":"T1","certainty":"hi',
    'a refused key': () => (response) => void response.writeHead(401).end('{"error":{"message":"no"}}'),
    'a server error twice': () => (response) => void response.writeHead(500).end('{"error":{"message":"no"}}'),
    'a long Retry-After': () => (response) => void response.writeHead(429, { 'retry-after': '60' }).end('{}'),
    'a broken connection': () => (response) => void response.destroy(),
    'an HTML page': () => (response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
    'an endless body': () => (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = ' '.repeat(65_536);
      const more = (): void => {
        if (!response.destroyed) response.write(chunk, () => setImmediate(more));
      };
      more();
    },
  };

  it.each(Object.keys(replies))('%s', async (name) => {
    deps.stub.reply = replies[name] ?? deps.stub.reply;
    const own = await embedded();
    const found = await verdict(await deps.judge());
    expect(found).toEqual({ ...own, reason: found.reason });
    expect(found.reason).toMatch(/^The model .*, so the embedded judge decided: /);
    expect(deps.calls.length).toBeGreaterThan(0);
    expect(deps.calls.every((call) => call.outcome !== 'answered')).toBe(true);
  });

  it.each([
    ['hangs', () => () => undefined],
    ['is slow', () => (response) => void setTimeout(() => sendMessage(response, '{}'), 2000).unref()],
  ] as readonly (readonly [string, ModelStub['reply']])[])('that comes from an endpoint that %s', async (_, reply) => {
    deps.stub.reply = reply;
    const found = await verdict(await deps.judge({ timeout: 200 }));
    expect(found.reason).toMatch(/^The model did not answer in time, so the embedded judge decided: /);
    expect(deps.calls.map((call) => call.outcome)).toEqual(['late']);
  });

  it('returns judge-unavailable with Retry-After if fallback is off', async () => {
    deps.stub.reply = () => 'nonsense';
    const refused = await verdict(await deps.judge({ fallback: false })).catch((thrown: unknown) => thrown);
    expect(isRefusal(refused, 'judge-unavailable')).toBe(true);
    expect(refused).toMatchObject({ extras: { retry_after: 1 } });
  });

  it('counts the cost of a useless answer, and each prompt that it did not decide', async () => {
    deps.stub.reply = () => 'nonsense';
    await verdict(await deps.judge());
    expect(deps.calls).toMatchObject([{ outcome: 'malformed', input_tokens: 900, output_tokens: 30 }]);
    expect(deps.standIns).toEqual(['malformed']);
  });

  it('reports the status of a refusal, because operators need it to fix the key or the address', async () => {
    deps.stub.reply = () => (response) => void response.writeHead(403).end('{"error":{"message":"no"}}');
    const found = await verdict(await deps.judge());
    expect(deps.calls).toMatchObject([{ outcome: 'failed', status: 403 }]);
    expect(found.reason).toMatch(/^The model could not be reached/);
  });

  it('reports the reason if the endpoint does not answer', async () => {
    deps.stub.reply = () => (response) => void response.destroy();
    await verdict(await deps.judge());
    expect(deps.calls).toMatchObject([{ outcome: 'failed', failure: expect.stringMatching(/closed|hang up|reset/) }]);
  });

  it('stops immediately if the caller disconnects', async () => {
    const caller = new AbortController();
    deps.stub.reply = () => () => caller.abort(new Error('gone'));
    const judge = await deps.judge();
    const waiting = judge.judge(view, REMINDER, [PROMPT], caller.signal);
    await expect(waiting).rejects.toThrow('gone');
    expect(deps.calls).toMatchObject([{ outcome: 'left' }]);
  });
});

describe('retries, pauses and concurrency', () => {
  it.each([
    ['a server error', 500, {}],
    ['a rate limit with a short Retry-After', 429, { 'retry-after': '0' }],
    ['a rate limit with a Retry-After that is a date', 429, { 'retry-after': new Date().toUTCString() }],
  ])('retries once after %s', async (_, status, headers) => {
    let first = true;
    deps.stub.reply = (question) => {
      if (!first) return choose(REMINDER.title)(question);
      first = false;
      return (response) => void response.writeHead(status, headers).end('{}');
    };
    expect(await verdict(await deps.judge())).toMatchObject({ would_surface: true, confidence: 0.92 });
  });

  it('pauses for half a minute after five failures within a minute, and then asks again', async () => {
    deps.stub.reply = () => 'nonsense';
    const judge = await deps.judge();
    for (let at = 0; at < 5; at++) await verdict(judge, REMINDER, `${PROMPT} number ${'i'.repeat(at + 1)}`);
    const asked = deps.stub.questions.length;
    deps.stub.reply = choose(REMINDER.title);
    expect((await verdict(judge)).reason).toContain('is paused after repeated failures');
    expect(deps.stub.questions).toHaveLength(asked);
    deps.now += 30_001;
    expect(await verdict(judge)).toMatchObject({ would_surface: true, confidence: 0.92 });
  });

  it('asks at most four questions at once', async () => {
    let running = 0;
    let most = 0;
    let onFour = (): void => undefined;
    const areFour = new Promise<void>((resolve) => {
      onFour = resolve;
    });
    deps.stub.reply = (question) => async (response) => {
      most = Math.max(most, ++running);
      if (running === 4) onFour();
      await areFour;
      await new Promise((resolve) => setTimeout(resolve, 30));
      running--;
      sendMessage(response, JSON.stringify(choose(REMINDER.title)(question)));
    };
    const prompts = Array.from({ length: 12 }, (_, at) => `${PROMPT} ${'x'.repeat(at + 1)}`);
    const judge = await deps.judge();
    const verdicts = await Promise.all(prompts.map((prompt) => verdict(judge, REMINDER, prompt)));
    expect(verdicts.filter((one) => one.would_surface)).toHaveLength(12);
    expect(most).toBe(4);
  });

  it('asks at most three questions of one catalog at once, without delaying another catalog', async () => {
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    deps.stub.reply = (question) => async (response) => {
      await mayAnswer;
      sendMessage(response, JSON.stringify(choose(REMINDER.title)(question)));
    };
    const judge = await deps.judge({ timeout: 60_000 });
    const of = (payer: string, prompts: readonly string[]) =>
      prompts.map((prompt) => verdict(judge, REMINDER, prompt, { ...view, payer }));
    const busy = ['a', 'b', 'c', 'd', 'e', 'f'].map((end) => `${PROMPT} ${end}`);
    const asked = [...of('00000000-0000-7000-8000-000000000001', busy)];
    await expect.poll(() => deps.stub.questions.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
    asked.push(...of('00000000-0000-7000-8000-000000000002', [PROMPT]));
    await expect.poll(() => deps.stub.questions.length, { timeout: 30_000 }).toBe(4);
    expect(deps.stub.questions.map(({ prompt }) => prompt)).toContain(PROMPT);
    answer();
    expect((await Promise.all(asked)).filter((one) => one.would_surface)).toHaveLength(7);
  });

  it('does not count questions that timed out before they were sent as failures', async () => {
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    deps.stub.reply = () => async (response) => {
      await isAnswered;
      sendMessage(response, 'nothing');
    };
    const judge = await deps.judge({ timeout: 300 });
    // A run has a longer timeout than a single prompt. Four runs take all slots.
    const runs = ['a', 'b', 'c', 'd'].map((run) => {
      const prompts = Array.from({ length: 50 }, (_, at) => `${PROMPT} ${run.repeat(at + 1)}`);
      return judge.judge(view, REMINDER, prompts);
    });
    while (deps.stub.questions.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    const waiting = Array.from({ length: 6 }, (_, at) => verdict(judge, REMINDER, `${PROMPT} ${'x'.repeat(at + 1)}`));
    for (const { reason } of await Promise.all(waiting)) expect(reason).toContain('did not answer in time');
    expect(deps.stub.questions).toHaveLength(4);
    answer();
    await Promise.all(runs);
    deps.stub.reply = choose(REMINDER.title);
    expect((await verdict(judge)).reason).not.toContain('is paused');
  });
});

describe('the setting CAIRN_JUDGE', () => {
  it.each([
    ['embedded', { kind: 'embedded' }],
    ['openai:gpt-5-mini', { kind: 'model', provider: 'openai', model: 'gpt-5-mini' }],
    ['ollama:llama3.1:8b', { kind: 'model', provider: 'ollama', model: 'llama3.1:8b' }],
    ['anthropic:claude-haiku-4-5', { kind: 'model', provider: 'anthropic', model: 'claude-haiku-4-5' }],
  ])('parses %s', (text, setting) => {
    expect(parseJudgeSetting(text)).toEqual(setting);
  });

  it.each(['', 'openai', 'openai:', ':x', 'nobody:x', 'Embedded'])('names the error in "%s"', (text) => {
    expect(parseJudgeSetting(text)).toMatchObject({
      kind: 'fault',
      fault: expect.stringContaining('CAIRN_JUDGE must be'),
    });
  });

  it('opens the judge that it names', async () => {
    const config = { url: deps.stub.url, key: undefined, fallback: true, threshold: 0.5, cacheBytes: 1_000_000 };
    const plain = await openJudge({ ...config, setting: 'embedded' });
    expect(plain.judge).toBe(plain.lexical);
    deps.stub.reply = choose(REMINDER.title);
    let asked = 0;
    const watch = { asked: () => void asked++, stoodIn: () => undefined };
    const asking = await openJudge({ ...config, setting: 'openai-compatible:stub-1' }, { watch });
    expect(await verdict(asking.judge)).toMatchObject({ would_surface: true, confidence: 0.92 });
    expect(asked).toBe(1);
    await expect(openJudge({ ...config, setting: 'nobody:x' })).rejects.toThrow('CAIRN_JUDGE must be');
    const nowhere = { ...config, url: undefined, setting: 'openai-compatible:x' };
    await expect(openJudge(nowhere)).rejects.toThrow('needs the address');
  });
});
