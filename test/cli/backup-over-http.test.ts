// A backup takes longer than any proxy waits for a response.
import { expect, test } from 'vitest';
import { refuse } from '../../src/base/refusal.ts';
import { backupOverHttp } from '../../src/cli/backup-over-http.ts';
import type { SendAsOperator } from '../../src/cli/operator-over-http.ts';

const PATIENCE = { answer: 50, pollInterval: 1, silence: 500 };
const OLD = { name: '2026-11-20T03-00-00Z' };
const NEW = { name: '2026-11-26T03-00-00Z' };
const silent = (): Error => refuse('not-ready', 'It did not answer within 290 s.');

/** A service that never responds to a POST, and to every GET with the next item of `looks`, repeating the last one. */
function service(looks: readonly (object | Error)[], posted: () => Promise<object> = () => Promise.reject(silent())) {
  const rest = [...looks];
  const send: SendAsOperator = async (method) => {
    if (method === 'POST') return { ...(await posted()) };
    const look = rest.length > 1 ? rest.shift() : rest[0];
    if (look instanceof Error) throw look;
    return { ...look };
  };
  return backupOverHttp(send, PATIENCE);
}

const atWork = { under_way: { since: '2026-11-26T03:00:00Z', bytes: 1 }, items: [OLD] };

test('waits as long as the service reports progress, far beyond the timeout', async () => {
  const looks = Array.from({ length: 100 }, () => atWork);
  expect(await service([{ items: [OLD] }, ...looks, { under_way: null, items: [NEW, OLD] }])).toEqual(NEW);
});

test('finds the backup even if other processes do not know about it and a proxy does not respond', async () => {
  const others = [{ under_way: null, items: [OLD] }, refuse('not-ready', 'It answered 502.')];
  expect(await service([{ items: [OLD] }, ...others, atWork, ...others, { items: [NEW, OLD] }])).toEqual(NEW);
});

test('reports a missing response if the backup is no longer mentioned', async () => {
  await expect(service([{ items: [OLD] }, atWork, { under_way: null, items: [OLD] }])).rejects.toThrow('within 290 s');
});

test('reports an error immediately, and does not search for a backup that got a response', async () => {
  const refused = () => Promise.reject(refuse('unprocessable', 'A backup is being made at this moment.'));
  await expect(service([{ items: [] }, new Error('looked')], refused)).rejects.toThrow('at this moment');
  expect(await service([{ items: [] }, new Error('looked')], () => Promise.resolve(NEW))).toEqual(NEW);
});
