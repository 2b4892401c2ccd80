// The daily token budget of a catalog. It is counted in the database, shared by processes, and has defined behavior
// once it is spent.

import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelSpending, tokenBudget } from '../../src/surfacing/model/token-budget.ts';
import { modelSpendingStore } from '../../src/surfacing/model-spending-store.ts';
import type { SurfacingTestResource } from '../../src/surfacing/surfacing-shapes.ts';
import { world } from '../support/world.ts';
import { choose, embedded, modelKit, PROMPT, verdict, view } from './model-kit.ts';
import { sendMessage } from './model-stub.ts';
import { REMINDER, trailId } from './trails-for-tests.ts';

const deps = modelKit();
const DAY = 24 * 60 * 60 * 1000;

/** Records spending in memory, and its own queries. */
function spendingInMemory(): ModelSpending & { readonly kept: Map<string, number>; reads: number } {
  const kept = new Map<string, number>();
  const spending = {
    kept,
    reads: 0,
    spent: async (catalogId: string, day: string) => {
      spending.reads++;
      return kept.get(`${catalogId} ${day}`) ?? 0;
    },
    add: async (catalogId: string, day: string, tokens: number) => {
      kept.set(`${catalogId} ${day}`, (kept.get(`${catalogId} ${day}`) ?? 0) + tokens);
    },
  };
  return spending;
}

const catalogA: CatalogView = { ...view, payer: trailId(901) };
const catalogB: CatalogView = { ...view, payer: trailId(902) };
const another = (number: number): string => `${PROMPT} ${'again '.repeat(number)}`;

describe('a budget of tokens', () => {
  it("is charged with the provider's count, and once it is spent, the embedded judge decides and says so", async () => {
    const spending = spendingInMemory();
    const judge = await deps.judge({ budget: tokenBudget(1_000, spending, () => deps.now) });
    deps.stub.reply = choose(REMINDER.title, 'high');
    for (const number of [1, 2]) await verdict(judge, REMINDER, another(number), catalogA);
    expect([...spending.kept]).toEqual([[`${trailId(901)} 2026-03-31`, deps.calls.length * 930]]);
    const asked = deps.stub.questions.length;
    const found = await verdict(judge, REMINDER, another(3), catalogA);
    const own = await embedded(REMINDER, another(3));
    const because = 'The model has used up the tokens of this catalog for today (UTC), so the embedded judge decided:';
    expect(found).toEqual({ ...own, reason: `${because} ${own.reason}` });
    expect(deps.stub.questions).toHaveLength(asked);
    expect(deps.standIns).toEqual(['spent']);
  });

  it('is separate for each catalog, and resets at midnight UTC', async () => {
    const spending = spendingInMemory();
    const judge = await deps.judge({ budget: tokenBudget(900, spending, () => deps.now) });
    deps.stub.reply = choose(REMINDER.title);
    await verdict(judge, REMINDER, another(1), catalogA);
    expect((await verdict(judge, REMINDER, another(2), catalogA)).reason).toContain('used up the tokens');
    expect((await verdict(judge, REMINDER, another(2), catalogB)).reason).not.toContain('used up the tokens');
    deps.now += DAY / 2;
    expect((await verdict(judge, REMINDER, another(3), catalogA)).reason).not.toContain('used up the tokens');
    deps.now -= DAY / 2;
  });

  it('allows cached answers, and is read once per question', async () => {
    const spending = spendingInMemory();
    const judge = await deps.judge({ budget: tokenBudget(1, spending, () => deps.now) });
    deps.stub.reply = choose('Remind a customer to pay');
    const first = await verdict(judge, REMINDER, 'send a payment reminder to this client', catalogA);
    expect(first.reason).toBe('It is the same task.');
    expect(spending.reads).toBe(deps.stub.questions.length);
    const reads = spending.reads;
    expect(await verdict(judge, REMINDER, 'send a payment reminder to this client', catalogA)).toEqual(first);
    expect(spending.reads).toBe(reads);
  });

  it('does not count as a failure of the model when it is spent, so that the embedded judge decides even without fallback', async () => {
    const spending = spendingInMemory();
    await spending.add(trailId(901), '2026-03-31', 5);
    const judge = await deps.judge({ fallback: false, budget: tokenBudget(5, spending, () => deps.now) });
    expect((await verdict(judge, REMINDER, PROMPT, catalogA)).reason).toContain('used up the tokens');
  });

  it('is charged with an estimate if the endpoint reports no usage or is late', async () => {
    const spending = spendingInMemory();
    const budget = tokenBudget(1_000_000, spending, () => deps.now);
    const judge = await deps.judge({ budget });
    deps.stub.reply = (question) => (response) =>
      sendMessage(response, JSON.stringify(choose(REMINDER.title)(question)), null);
    await verdict(judge, REMINDER, another(1), catalogA);
    const [question] = deps.stub.questions;
    const estimate = Math.ceil(((question?.system.length ?? 0) + (question?.user.length ?? 0)) / 4);
    expect(deps.calls[0]).toMatchObject({ outcome: 'answered', input_tokens: estimate, output_tokens: 0 });
    deps.stub.reply = () => () => undefined;
    await verdict(await deps.judge({ budget, timeout: 300 }), REMINDER, another(2), catalogB);
    expect(spending.kept.get(`${trailId(902)} 2026-03-31`)).toBeGreaterThan(100);
  });

  it.each([1.5, -3, 1e300, 10_000_001])(
    'is charged with an estimate if the endpoint reports %d tokens',
    async (tokens) => {
      const spending = spendingInMemory();
      const judge = await deps.judge({ budget: tokenBudget(1_000_000, spending, () => deps.now) });
      deps.stub.reply = (question) => (response) =>
        sendMessage(response, JSON.stringify(choose(REMINDER.title, 'high')(question)), {
          prompt_tokens: tokens,
          completion_tokens: tokens,
        });
      expect((await verdict(judge, REMINDER, another(1), catalogA)).reason).toBe('It is the same task.');
      const [question] = deps.stub.questions;
      const estimate = Math.ceil(((question?.system.length ?? 0) + (question?.user.length ?? 0)) / 4);
      expect(deps.calls[0]).toMatchObject({ outcome: 'answered', input_tokens: estimate, output_tokens: 0 });
    },
  );

  it.each([0, 10_000_000])('is charged with the %d tokens that the endpoint reports', async (tokens) => {
    deps.stub.reply = (question) => (response) =>
      sendMessage(response, JSON.stringify(choose(REMINDER.title, 'high')(question)), {
        prompt_tokens: tokens,
        completion_tokens: tokens,
      });
    await verdict(await deps.judge(), REMINDER, another(1), catalogA);
    expect(deps.calls[0]).toMatchObject({ outcome: 'answered', input_tokens: tokens, output_tokens: tokens });
  });

  it('is charged with an estimate if the caller disconnects while the model works', async () => {
    const spending = spendingInMemory();
    const judge = await deps.judge({ budget: tokenBudget(1_000_000, spending, () => deps.now) });
    const caller = new AbortController();
    deps.stub.reply = () => () => caller.abort(new Error('gone'));
    await expect(judge.judge(catalogA, REMINDER, [PROMPT], caller.signal)).rejects.toThrow('gone');
    expect(spending.kept.get(`${trailId(901)} 2026-03-31`)).toBeGreaterThan(100);
  });

  it('is not charged if the endpoint refused the question', async () => {
    const spending = spendingInMemory();
    const judge = await deps.judge({ budget: tokenBudget(10, spending, () => deps.now) });
    deps.stub.reply = () => (response) => void response.writeHead(401).end('{"error":{"message":"no"}}');
    await verdict(judge, REMINDER, PROMPT, catalogA);
    expect([...spending.kept]).toEqual([]);
  });
});

describe('on a running service', () => {
  let service: Awaited<ReturnType<typeof world>>;
  beforeAll(async () => {
    service = await world({
      CAIRN_JUDGE: 'openai-compatible:stub-1',
      CAIRN_JUDGE_URL: deps.stub.url,
      CAIRN_JUDGE_DAILY_TOKENS: '900',
    });
  });
  afterAll(() => service.close());

  it('drops a day from a wrong clock at the next charge, and suspends the limit no longer than that', async () => {
    const spending = modelSpendingStore(service.app.database);
    const { team_id } = await service.team();
    await spending.add(team_id, '2036-03-31', 900);
    expect(await spending.spent(team_id, '2026-03-31')).toBe(0);
    await spending.add(team_id, '2026-03-31', 7);
    await spending.add(team_id, '2026-03-31', 7);
    expect(await spending.spent(team_id, '2026-03-31')).toBe(14);
  });

  it('shows a process before midnight what the others have spent', async () => {
    const spending = modelSpendingStore(service.app.database);
    const { team_id } = await service.team();
    await spending.add(team_id, '2026-03-31', 900);
    await spending.add(team_id, '2026-04-01', 7);
    expect(await spending.spent(team_id, '2026-03-31')).toBe(7);
  });

  it("adds up a catalog's spending in the database, resets it each day, and never goes back", async () => {
    const spending = modelSpendingStore(service.app.database);
    const { team_id } = await service.team();
    await Promise.all([1, 2, 3].map(() => spending.add(team_id, '2026-03-31', 100)));
    expect(await spending.spent(team_id, '2026-03-31')).toBe(300);
    expect(await spending.spent(team_id, '2026-04-01')).toBe(0);
    await spending.add(team_id, '2026-04-01', 7);
    await spending.add(team_id, '2026-03-31', 5);
    expect(await spending.spent(team_id, '2026-04-01')).toBe(12);
    const nextDoor = (await service.team()).team_id;
    expect(await spending.spent(nextDoor, '2026-04-01')).toBe(0);
    await spending.add(nextDoor, '2026-04-01', 1);
    expect([await spending.spent(nextDoor, '2026-04-01'), await spending.spent(team_id, '2026-04-01')]).toEqual([
      1, 12,
    ]);
  });

  it("uses the model for surfacing tests until the workspace's tokens are spent", async () => {
    const { author } = await service.team();
    const document = { title: 'Chase an unpaid bill', trigger: { keywords: ['unpaid bill'] } };
    const made = await author.speaks.post<{ id: string }>('/v1/trails', { document });
    const test = (draft_text: string) =>
      author.speaks.post<SurfacingTestResource>(`/v1/trails/${made.body.id}/surfacing-test`, { draft_text });
    deps.stub.reply = choose(document.title);
    expect((await test('chase this unpaid bill')).body.reason).toBe('It is the same task.');
    const spent = await test('what to do with an unpaid bill');
    expect([spent.status, spent.body.reason]).toEqual([200, expect.stringContaining('used up the tokens')]);
    const metrics = await service.app.metrics.text();
    expect(metrics).toContain('cairn_judge_stand_ins_total{cause="spent"} 1');
    expect(metrics).toMatch(/cairn_judge_calls_total\{outcome="answered"\} [1-9]/);
  });
});
