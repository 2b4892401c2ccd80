// The cost of a batch of calls, and what happens to calls beyond the limit.
import { expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { world } from '../../support/world.ts';

interface RpcAnswer {
  readonly id: number;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly data: { readonly slug: string; readonly retry_after: number } };
}

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
const NOTIFICATION = { jsonrpc: '2.0', method: 'notifications/initialized' };

test('charges each call in a batch, refuses calls beyond the bucket individually, and serves the others', async () => {
  const service = await world({ CAIRN_RATE_SCALE: '1' });
  try {
    const team = await service.team();
    const batch = async (messages: readonly object[]): Promise<RpcAnswer[]> =>
      (await post(service.address, team, messages)).json() as Promise<RpcAnswer[]>;
    const hundred = Array.from({ length: 100 }, (_, id) => ping(id));
    expect((await batch(hundred)).filter(({ result }) => result !== undefined)).toHaveLength(100);
    const second = await batch([NOTIFICATION, ...hundred.slice(0, 99)]);
    expect(second.map(({ id }) => id)).toEqual(hundred.slice(0, 99).map(({ id }) => id));
    const refused = second.filter(({ error }) => error !== undefined);
    expect(refused.length).toBeGreaterThan(50);
    expect(second.length - refused.length).toBeGreaterThanOrEqual(20);
    for (const { error } of refused) expect(error).toMatchObject({ code: 429, data: { slug: 'rate-limited' } });
    expect((await post(service.address, team, [ping(1)])).status).toBe(429);
  } finally {
    await service.close();
  }
});

test('responds to a batch that cancels one of its own calls', async () => {
  const service = await world();
  try {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const answer = await post(service.address, await service.team(), [ping(1), cancelled, ping(2)]);
    expect(((await answer.json()) as RpcAnswer[]).map(({ id }) => id)).toEqual([1, 2]);
    expect((await post(service.address, await service.team(), [cancelled])).status).toBe(202);
  } finally {
    await service.close();
  }
});

const post = (address: string, team: TestTeam, messages: readonly object[]): Promise<Response> =>
  fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${team.owner.key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(messages),
  });
