// A backup that takes longer than anybody on the way waits for its answer.
import { expect, test } from 'vitest';
import { refuse } from '../../src/base/refusal.ts';
import { backupOverHttp } from '../../src/cli/backup-over-http.ts';
import type { SendAsOperator } from '../../src/cli/operator-over-http.ts';

const PATIENCE = { answer: 50, betweenLooks: 1, silence: 500 };
const OLD = { name: '2026-11-20T03-00-00Z' };
const NEW = { name: '2026-11-26T03-00-00Z' };
const silent = (): Error => refuse('not-ready', 'It has not answered within 290 s.');

/** A service that answers no POST and every GET as `looks` says, the last one for good. */
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

test('is waited for while the service says that it is at work, far longer than a silence', async () => {
  const looks = Array.from({ length: 100 }, () => atWork);
  expect(await service([{ items: [OLD] }, ...looks, { under_way: null, items: [NEW, OLD] }])).toEqual(NEW);
});

test('is found although other processes, which know of none, and a proxy without an answer are heard meanwhile', async () => {
  const others = [{ under_way: null, items: [OLD] }, refuse('not-ready', 'It answers 502.')];
  expect(await service([{ items: [OLD] }, ...others, atWork, ...others, { items: [NEW, OLD] }])).toEqual(NEW);
});

test('of which nothing is heard any more is told as no answer', async () => {
  await expect(service([{ items: [OLD] }, atWork, { under_way: null, items: [OLD] }])).rejects.toThrow('within 290 s');
});

test('that is refused is refused at once, and one that is answered is looked for nowhere', async () => {
  const refused = () => Promise.reject(refuse('unprocessable', 'A backup is being made at this moment.'));
  await expect(service([{ items: [] }, new Error('looked')], refused)).rejects.toThrow('at this moment');
  expect(await service([{ items: [] }, new Error('looked')], () => Promise.resolve(NEW))).toEqual(NEW);
});
