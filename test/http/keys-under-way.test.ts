// Keys of running work and of a dead holder, when two requests are identical, and malformed tokens.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { looksLikeToken, mintToken } from '../../src/credentials/tokens.ts';
import { formParts } from '../../src/http/bodies/form.ts';
import { fingerprintOf, takeKey } from '../../src/http/idempotency/idempotency.ts';
import { openLeases } from '../../src/http/idempotency/leases.ts';
import { PROCESS_ID } from '../../src/storage/process-sessions.ts';
import { POOLER } from '../support/database.ts';
import { type KitWorld, kitWorld } from './kit-world.ts';

let deps: KitWorld;
beforeAll(async () => {
  deps = await kitWorld();
});
afterAll(() => deps.close());

const scopeOf = () => ({ catalog_id: newId(), credential_id: newId(), key: 'k' });
const take = (scope: ReturnType<typeof scopeOf>, request: string) =>
  takeKey(deps.database, scope, fingerprintOf([request]), deps);

test("frees a dead holder's lease within five seconds for the same request, but never for a different one", async () => {
  const scope = scopeOf();
  const taken = await take(scope, 'one');
  if ('lease' in taken) taken.lease.end(); // Simulates a dead process: nothing renews the lease.
  await expect(take(scope, 'one')).rejects.toMatchObject({ slug: 'idempotency-in-flight' });
  deps.clock.advance(5_001);
  await expect(take(scope, 'another')).rejects.toMatchObject({ slug: 'idempotency-key-mismatch' });
  expect(await take(scope, 'one')).toHaveProperty('lease');
  await expect(take(scope, 'one')).rejects.toMatchObject({ slug: 'idempotency-in-flight' });
});

const hasSessions = process.env.CAIRN_TEST_DATABASE_URL !== undefined && POOLER === undefined;

test.skipIf(!hasSessions)(
  'frees the lease of a process without sessions immediately, even if processes die repeatedly',
  async () => {
    const scope = scopeOf();
    const takeIn = (processId: string | undefined, request = 'one') => {
      const leases = openLeases(deps.database, deps.clock, processId);
      return takeKey(deps.database, scope, fingerprintOf([request]), { clock: deps.clock, leases });
    };
    for (const dead of ['dead0001', 'dead0002', 'dead0003']) {
      const taken = await takeIn(dead);
      if ('lease' in taken) taken.lease.end();
    }
    // A process without separate sessions cannot know whether another one is dead, and a live process keeps its lease.
    await expect(takeIn(undefined)).rejects.toMatchObject({ slug: 'idempotency-in-flight' });
    await expect(takeIn(PROCESS_ID, 'another')).rejects.toMatchObject({ slug: 'idempotency-key-mismatch' });
    const parallel = await Promise.allSettled(Array.from({ length: 5 }, () => takeIn(PROCESS_ID)));
    expect(parallel.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(takeIn(PROCESS_ID)).rejects.toMatchObject({ slug: 'idempotency-in-flight' });
  },
);

test('does not let a holder that lost its lease release, complete or replay the key', async () => {
  const scope = scopeOf();
  const lost = await take(scope, 'one');
  deps.clock.advance(5_001);
  const held = await take(scope, 'one');
  if (!('lease' in lost && 'lease' in held)) throw new Error('taken');
  held.lease.end();
  deps.clock.advance(4_000);
  await deps.leases.renew();
  const finishes = deps.database.inTransaction((tx) => lost.lease.finish(tx, { status: 201 }));
  await expect(finishes).rejects.toMatchObject({ slug: 'idempotency-in-flight' });
  await lost.lease.release();
  await expect(take(scope, 'one')).rejects.toMatchObject({ slug: 'idempotency-in-flight' });
  deps.clock.advance(1_001);
  expect(await take(scope, 'one')).toHaveProperty('lease');
});

test('renews all keys of running work with one heartbeat, but none of finished work', async () => {
  const [long, longer, over] = [scopeOf(), scopeOf(), scopeOf()];
  const before = deps.leases.held();
  await take(long, 'one');
  await take(longer, 'one');
  const ended = await take(over, 'one');
  expect(deps.leases.held()).toBe(before + 3);
  if ('lease' in ended) ended.lease.end();
  deps.clock.advance(4_000);
  await deps.leases.renew();
  deps.clock.advance(4_000);
  for (const scope of [long, longer])
    await expect(take(scope, 'one')).rejects.toMatchObject({ slug: 'idempotency-in-flight' });
  expect(await take(over, 'one')).toHaveProperty('lease');
});

test('releases the key after a committed 4xx response', async () => {
  const scope = scopeOf();
  const taken = await take(scope, 'one');
  if (!('lease' in taken)) throw new Error('taken');
  await deps.database.inTransaction((tx) => taken.lease.finish(tx, { status: 409 }));
  await taken.lease.release();
  expect(await take(scope, 'another')).toHaveProperty('lease');
});

test('ignores the order of fields in a form', () => {
  const one = formParts({ fields: { alt: 'a', trail_id: 'b' }, file: undefined });
  expect(formParts({ fields: { trail_id: 'b', alt: 'a' }, file: undefined })).toEqual(one);
  expect(formParts({ fields: { trail_id: 'a', alt: 'b' }, file: undefined })).not.toEqual(one);
});

test('refuses a token with wrong check digits, whichever digit is wrong', () => {
  const { token } = mintToken('svc_api_');
  expect(looksLikeToken('svc_api_', token)).toBe(true);
  for (let at = 'svc_api_'.length; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(looksLikeToken('svc_api_', token.slice(0, at) + other + token.slice(at + 1)), String(at)).toBe(false);
  }
});
