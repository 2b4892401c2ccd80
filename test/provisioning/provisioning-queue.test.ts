// The queue of the provisioning log has a limit, and drops refused requests last.
import { expect, it } from 'vitest';
import type { ProvisioningNote } from '../../src/provisioning/log/provisioning-log.ts';
import { MAX_BATCH, provisioningQueue } from '../../src/provisioning/log/provisioning-queue.ts';

const note = (outcome: ProvisioningNote['outcome'], request_id: string): ProvisioningNote => ({
  team_id: undefined,
  connection_id: 'c',
  at: '2026-01-01T00:00:00Z',
  token_id: null,
  request_id,
  resource: 'User',
  resource_id: null,
  resource_name: null,
  operation: 'create',
  outcome,
  status: outcome === 'ok' ? 201 : 409,
  scim_type: null,
  explanation: null,
  warnings: [],
  duration_ms: 1,
  request: { userName: 'a' },
});

function all(queue: ReturnType<typeof provisioningQueue>): ProvisioningNote[] {
  const taken: ProvisioningNote[] = [];
  for (let batch = queue.batch(); batch.length > 0; batch = queue.batch()) {
    taken.push(...batch);
    queue.drop(batch.length);
  }
  return taken;
}

it('keeps the order, and entries that arrived while it was being emptied', () => {
  const queue = provisioningQueue();
  for (let n = 0; n < 1_200; n += 1) queue.push(note('ok', `${n}`));
  const taken = all(queue);
  expect(taken.map(({ request_id }) => Number(request_id))).toEqual(Array.from({ length: 1_200 }, (_, n) => n));
  expect(taken.filter(({ request }) => request !== null)).toHaveLength(1_000);
});

it('drops successful requests before refused ones, and stays within its limit for any input', () => {
  const queue = provisioningQueue();
  for (let n = 0; n < 10_500; n += 1) queue.push(note('ok', `good ${n}`));
  for (let n = 0; n < 600; n += 1) queue.push(note('refused', `bad ${n}`));
  const taken = all(queue);
  expect(taken).toHaveLength(10_000);
  expect(taken.filter(({ outcome }) => outcome === 'refused')).toHaveLength(600);
  for (let n = 0; n < 20_000; n += 1) queue.push(note('refused', `${n}`));
  const refused = all(queue);
  expect(refused).toHaveLength(10_000);
  // Entries that may already be on their way to the database are kept.
  expect(refused.slice(0, MAX_BATCH).map(({ request_id }) => request_id)).toEqual(
    Array.from({ length: MAX_BATCH }, (_, n) => `${n}`),
  );
});
