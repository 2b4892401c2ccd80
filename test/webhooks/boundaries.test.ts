// Limits of webhooks and streams at their last valid value and just beyond, and times on both sides.
import { Type } from '@sinclair/typebox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { findIssues } from '../../src/base/shape.ts';
import { EgressFailure } from '../../src/egress/egress-failure.ts';
import type { Egress } from '../../src/egress/egress-request.ts';
import type { Sealer } from '../../src/identity/sealed-secret.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { changeStream, createStream, type NewStream } from '../../src/webhooks/audit-streams.ts';
import { freshly } from '../../src/webhooks/freshly.ts';
import { checkedReceiverUrl } from '../../src/webhooks/receiver-url.ts';
import { S3Keys } from '../../src/webhooks/s3-keys.ts';
import { post, sendDelivery } from '../../src/webhooks/send-delivery.ts';
import { streamBody } from '../../src/webhooks/stream-format.ts';
import { replaceSecret } from '../../src/webhooks/webhook-store.ts';
import { checkedName, openSecrets, rotateSecret } from '../../src/webhooks/webhooks.ts';
import { byAdmin } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';
import { type AlikeQueues, alikeQueues, at } from './alike-queues.ts';

let database: Database;
let queues: AlikeQueues;
beforeAll(async () => {
  database = await openTestDatabase();
  queues = await alikeQueues(database);
});
afterAll(() => database.close());

/** Returns the sealed text and its context. */
const sealer: Sealer = {
  seal: (text, place) => `${place}|${text}`,
  open: (sealed, place) => (sealed.startsWith(`${place}|`) ? sealed.slice(place.length + 1) : undefined),
};
const DEPS = { sealer, publicUrl: 'https://cairn.test' };
const NOW = Date.parse(at(100));
const refused = (thrown: unknown): string => {
  if (!isRefusal(thrown)) throw thrown;
  const [issue] = (thrown.extras as { issues?: { field: string }[] }).issues ?? [];
  return [thrown.slug, issue?.field].filter(Boolean).join(' ');
};
const attempted = (work: () => unknown): string => {
  try {
    work();
    return 'taken';
  } catch (thrown) {
    return refused(thrown);
  }
};
/** The result, in a transaction that is rolled back. */
async function tried<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result | string> {
  const undo = new Error('undo');
  let result: Result | string = '';
  await database
    .inTransaction(async (tx) => {
      result = await work(tx).catch(refused);
      throw undo;
    })
    .catch((thrown: unknown) => {
      if (thrown !== undo) throw thrown;
    });
  return result;
}

describe('an address', () => {
  test.each([
    [2_000, 'taken'],
    [2_001, 'validation url'],
  ])('of %i characters', (length, expected) => {
    const url = 'https://hooks.test/'.padEnd(length, 'x');
    expect(attempted(() => checkedReceiverUrl('url', url, 'https://cairn.test'))).toBe(expected);
  });
  test.each([
    ['http://localhost:1/', 'http://127.0.0.1:8080', 'taken'],
    ['http://localhost:1/', 'https://cairn.test', 'validation url'],
    ['http://hooks.test/', 'http://localhost:8080', 'validation url'],
    ['ftp://localhost/', 'http://localhost:8080', 'validation url'],
    ['https://user@hooks.test/', 'https://cairn.test', 'validation url'],
    ['https://:secret@hooks.test/', 'https://cairn.test', 'validation url'],
    ['https://hooks.test/#part', 'https://cairn.test', 'validation url'],
  ])('%s from %s: %s', (url, publicUrl, expected) => {
    expect(attempted(() => checkedReceiverUrl('url', url, publicUrl))).toBe(expected);
  });
  test('is stored in its parsed form', () => {
    expect(checkedReceiverUrl('url', 'HTTPS://Hooks.test', 'https://cairn.test')).toBe('https://hooks.test/');
  });
});

test('accepts names of 1 to 120 characters, regardless of their bytes', () => {
  expect(checkedName(` ${'\u{1f9ed}'.repeat(120)} `)).toBe('\u{1f9ed}'.repeat(120));
  expect(attempted(() => checkedName('x'.repeat(121)))).toBe('validation name');
  expect(attempted(() => checkedName(' \t'))).toBe('validation name');
});

const WITH_KEYS = Type.Object({ s3: S3Keys });

test.each([
  ['access_key_id', 256, '!~'],
  ['secret_access_key', 256, '!~'],
  ['region', 64, 'az09-'],
])('accepts for the %s of a bucket only 1 to %i characters of its set', (field, most, letters) => {
  // Nested in another shape, as the doors use it. A shape with an id is compiled only once per process.
  const faulty = (text: string): boolean =>
    findIssues(WITH_KEYS, { s3: { access_key_id: 'AK', secret_access_key: 'SK', [field]: text } }).length > 0;
  const last = letters.padEnd(most, '0');
  expect([last, `${last}0`, '', letters, `${letters} `, `${letters}\n`, `${letters}é`].map(faulty)).toEqual([
    ...[false, true, true, false],
    ...[true, true, true],
  ]);
});

describe('a stream', () => {
  const S3 = { access_key_id: 'AK', secret_access_key: 'SK', region: 'eu-1' };
  const make = (more: Partial<NewStream>) =>
    tried(async (tx) => {
      const stream = { name: 'SIEM', url: 'https://logs.test/bucket', format: 'ndjson', authorization: null } as const;
      const made = await createStream(tx, queues.one, { ...stream, ...more }, DEPS, NOW, byAdmin);
      return made.has_authorization;
    });
  test.each<[string, Partial<NewStream>, string | boolean]>([
    ['none', {}, false],
    ['a header of 4,000 characters', { authorization: 'x'.repeat(4_000) }, true],
    ['a header of 4,001', { authorization: 'x'.repeat(4_001) }, 'validation authorization'],
    ['a header with spaces around it', { authorization: '  Bearer 1 ' }, true],
    ['a header with two spaces inside', { authorization: 'Bearer  1' }, 'validation authorization'],
    ['keys, without a bucket', { s3: S3 }, 'validation s3'],
    ['keys and a header', { format: 's3', s3: S3, authorization: 'Bearer 1' }, 'validation authorization'],
    ['keys alone', { format: 's3', s3: S3 }, true],
    ['no keys', { format: 's3' }, 'validation s3'],
  ])('authorizes with %s', async (_, more, expected) => {
    expect(await make(more)).toBe(expected);
  });
  test.each<[string, object, string | boolean]>([
    ['to another path with its header', { url: 'https://logs.test/other' }, true],
    ['to another port without one', { url: 'https://logs.test:8443/' }, 'validation authorization'],
    ['to another host with another one', { url: 'https://new.test/', authorization: 'Bearer 2' }, true],
    ['to another host without one', { url: 'https://new.test/', authorization: null }, false],
  ])('changes its address %s', async (_, change, expected) => {
    const { one, id } = queues;
    const changed = await tried(async (tx) => {
      const { has_authorization } = await changeStream(tx, one, id('stream'), change, DEPS, NOW, byAdmin);
      return has_authorization;
    });
    expect(changed).toBe(expected);
  });
  test('can use any address without authorization', async () => {
    const { one, id } = queues;
    const changed = await tried(async (tx) => {
      await changeStream(tx, one, id('spare'), { authorization: null }, DEPS, NOW, byAdmin);
      const { url } = await changeStream(tx, one, id('spare'), { url: 'https://new.test/' }, DEPS, NOW, byAdmin);
      return url;
    });
    expect(changed).toBe('https://new.test/');
  });
});

describe('a rotated secret', () => {
  const rotate = (until: string, overlap: number) =>
    tried(async (tx) => {
      const { one, id } = queues;
      await replaceSecret(tx, one, id('wanted'), 'sealed again', until, at(50));
      const { webhook } = await rotateSecret(tx, one, id('wanted'), overlap, DEPS, NOW, byAdmin);
      return webhook.previous_until?.replace('000Z', 'Z') ?? 'now';
    });
  test('is not rotated again while the old one is valid, unless all of them expire now', async () => {
    expect(await rotate(at(100.001), 1)).toBe('conflict');
    expect(await rotate(at(100), 1)).toBe(at(100.001));
    expect(await rotate(at(100.001), 0)).toBe('now');
  });
  test('signs together with the old one until that expires', () => {
    const place = 'webhook team hook';
    const row = { signing: 'hmac-sha256', sealed_secret: `${place}|new`, sealed_previous: `${place}|old` } as const;
    const secrets = (previous_until: string | null) =>
      openSecrets({ ...row, previous_until }, 'team', 'hook', sealer, NOW).join();
    expect([secrets(at(100.001)), secrets(at(100)), secrets(null)]).toEqual(['new,old', 'new', 'new']);
    expect(openSecrets({ ...row, previous_until: null }, 'other', 'hook', sealer, NOW)).toEqual([]);
  });
});

describe('a frequent query', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const reading = (...answers: readonly (number | undefined | Error)[]) => {
    let reads = 0;
    const current = freshly(0, async () => {
      const answer = answers[reads];
      reads += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    });
    return {
      reads: () => reads,
      after: (milliseconds: number) => {
        vi.advanceTimersByTime(milliseconds);
        return current();
      },
    };
  };

  test('is repeated after a second, only once for all concurrent callers', async () => {
    const { after, reads } = reading(1, 2);
    expect([await after(0), await after(999), reads()]).toEqual([0, 0, 0]);
    expect([await Promise.all([after(1), after(0)]), reads()]).toEqual([[1, 1], 1]);
    expect([await after(999), reads(), await after(1), reads()]).toEqual([1, 1, 2, 2]);
  });

  test.each([undefined, new Error('lost')])('stays deleted: %s', async (gone) => {
    const { after, reads } = reading(gone, 2);
    expect([await after(1_000), await after(1_000), reads()]).toEqual([undefined, undefined, 1]);
  });
});

describe('an attempt', () => {
  const egressOf = (answer: () => Response): Egress => ({
    fetch: async () => answer(),
    cut: () => undefined,
    close: async () => undefined,
  });
  test.each([
    [200, 'taken'],
    [299, 'taken'],
    [300, 'redirect'],
    [399, 'redirect'],
    [400, 'status'],
    [409, 'status'],
    [410, 'gone'],
    [500, 'status'],
  ])('with the response %i: %s', async (status, expected) => {
    const outcome = await post(
      egressOf(() => new Response(null, { status })),
      'https://hooks.test/',
      {},
      '{}',
      NOW,
    );
    expect(outcome.isTaken ? 'taken' : outcome.cause).toBe(expected);
    expect(outcome.status).toBe(status);
  });
  test.each([
    ['time', 'time'],
    ['address', 'connection'],
  ] as const)('with the failure %s: %s', async (reason, cause) => {
    const egress = egressOf(() => {
      throw new EgressFailure(reason);
    });
    expect(await post(egress, 'https://hooks.test/', {}, '{}', NOW)).toEqual({ isTaken: false, status: null, cause });
  });
  test('does not count if there was an internal error', async () => {
    const egress = egressOf(() => {
      throw new TypeError('a bug');
    });
    await expect(post(egress, 'https://hooks.test/', {}, '{}', NOW)).rejects.toThrow('a bug');
  });
  test('is signed with the current second, and not made without a secret', async () => {
    const sent: string[] = [];
    const egress: Egress = {
      ...egressOf(() => new Response(null)),
      fetch: async (_, request) => {
        sent.push(new Headers(request?.headers).get('webhook-timestamp') ?? '');
        return new Response(null);
      },
    };
    const attempt = { url: 'https://hooks.test/', event_id: 'event', payload: '{}', secrets: ['whsec_AAAA'] };
    expect(await sendDelivery(egress, attempt, 1_999)).toEqual({ isTaken: true, status: 200 });
    const without = await sendDelivery(egress, { ...attempt, secrets: [] }, 1_999);
    expect(without).toEqual({ isTaken: false, status: null, cause: 'secret' });
    expect(sent).toEqual(['1']);
  });
});

test('includes time, actor and request of an entry in each format', () => {
  const entry = {
    ...{ id: 'entry', team_id: 'workspace', kind: 'team.updated', at: '2031-01-01T00:00:01.500000Z', account_id: null },
    ...{ subject: { kind: 'team', id: 'team', name: 'Team' }, before: null, after: null },
  };
  const bySomebody = { ...entry, actor: { kind: 'person', id: 'ada', name: 'Ada' }, request_id: 'request' } as never;
  const byNobody = { ...entry, actor: { kind: 'system', id: null, name: 'Cairn' }, request_id: null } as never;
  const { time } = JSON.parse(streamBody('splunk-hec', [bySomebody]).body) as { time: number };
  expect(time).toBe(Date.UTC(2031, 0, 1) / 1_000 + 1.5);
  type Sent = { resourceLogs: [{ scopeLogs: [{ logRecords: Record<string, unknown>[] }] }] };
  const sent = JSON.parse(streamBody('otlp', [bySomebody, byNobody]).body) as Sent;
  const records = sent.resourceLogs[0].scopeLogs[0].logRecords;
  const told = records.map(({ attributes }) =>
    Object.fromEntries(
      (attributes as { key: string; value: { stringValue: string } }[]).map(({ key, value }) => [
        key,
        value.stringValue,
      ]),
    ),
  );
  const always = {
    ...{ 'event.name': 'team.updated', 'cairn.entry.id': 'entry', 'cairn.workspace.id': 'workspace' },
    ...{ 'cairn.subject.kind': 'team', 'cairn.subject.id': 'team' },
  };
  expect(told).toEqual([
    { ...always, 'cairn.actor.kind': 'person', 'cairn.actor.id': 'ada', 'cairn.request.id': 'request' },
    { ...always, 'cairn.actor.kind': 'system' },
  ]);
  expect(records.map(({ severityNumber, severityText }) => [severityNumber, severityText])).toEqual([
    [9, 'INFO'],
    [9, 'INFO'],
  ]);
});
