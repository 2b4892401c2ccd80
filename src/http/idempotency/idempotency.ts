// Idempotency-Key (contract 8, Decision 12): the effect and the answer to repeat commit in one transaction, so that a
// retry after any crash finds either both or neither.
import { createHash } from 'node:crypto';
import { type Clock, DAY_MS } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import type { Db, Tx } from '../../storage/database.ts';
import type { Answer } from '../answers/answer.ts';
import { answerBytes, repeatableHeaders } from '../answers/answer.ts';
import { claimKey, findKey, type KeyScope, releaseKey, storeAnswer } from './idempotency-store.ts';
import { KEY_LEASE_MS, type Leases } from './leases.ts';
import type { ShownOnce } from './shown-once.ts';

const KEEP_MS = DAY_MS;

/** Work under way on a key. */
export interface Lease {
  /**
   * Stores a 2xx answer beside its effect, of one that holds a secret only what it made; other answers are not kept.
   * Refuses with `idempotency-in-flight` when the lease was lost.
   */
  finish(tx: Tx, answer: Answer): Promise<boolean>;
  /** Frees the key, unless an answer was stored. */
  release(): Promise<void>;
  /** Renews the lease no longer: the work is over, whatever became of it. */
  end(): void;
}

/** What a key leads to: work to be done under its lease, or the answer that was given before. */
export type TakenKey = { readonly lease: Lease } | { readonly replay: Answer };

/**
 * The key out of the header: 1 to 255 characters as they arrive, blanks and Latin-1 included, raw or as a quoted string
 * (RFC 9110, section 5.6.4), which both mean the same (Decision 12). Refuses with `bad-request`.
 */
export function parseKey(header: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(header)?.[1];
  const key = quoted === undefined ? header : quoted.replace(/\\(.)/g, '$1');
  if (key.length < 1 || key.length > MOST_CHARACTERS)
    throw refuse('bad-request', 'Idempotency-Key must have 1 to 255 characters, for example a UUID.');
  return key;
}

const MOST_CHARACTERS = 255;

/** What makes two requests the same one: each part's length goes before it, so that parts cannot run together. */
export function fingerprintOf(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}

/**
 * Takes the key for this request, or answers what the first request was answered. Refuses with
 * `idempotency-key-mismatch` another request's key, with `idempotency-in-flight` one whose first request still runs,
 * with `already-made` one whose answer was shown once.
 */
export async function takeKey(
  db: Db,
  scope: KeyScope,
  fingerprint: Buffer,
  { clock, leases }: { readonly clock: Clock; readonly leases: Leases },
  shownOnce?: ShownOnce,
): Promise<TakenKey> {
  const now = clock();
  const lease_id = leases.newId();
  const claimed = await claimKey(db, scope, {
    fingerprint,
    lease_id,
    now,
    lease_until: now + KEY_LEASE_MS,
    expires_at: now + KEEP_MS,
  });
  if (claimed) return { lease: leaseOn(db, scope, lease_id, leases, shownOnce) };
  const row = await findKey(db, scope);
  if (row === undefined) throw inFlight(); // Released this very moment: a retry takes it.
  if (!row.fingerprint.equals(fingerprint)) {
    throw refuse(
      'idempotency-key-mismatch',
      'This Idempotency-Key was used for a different request. Send a new key with a new request.',
    );
  }
  if (row.status === null) throw inFlight();
  if (shownOnce !== undefined) throw alreadyMade(row.body, shownOnce);
  return {
    replay: {
      status: row.status,
      headers: { ...row.headers, 'Idempotent-Replayed': 'true' },
      body: row.body === null || row.body.length === 0 ? undefined : { bytes: row.body },
    },
  };
}

const inFlight = (): Error =>
  refuse(
    'idempotency-in-flight',
    'The first request with this Idempotency-Key is still running. Send it again in a second.',
    { retry_after: 1 },
  );

/** The lease, renewed while its work goes on; a process that dies or hangs renews nothing. */
function leaseOn(db: Db, scope: KeyScope, leaseId: string, leases: Leases, shownOnce?: ShownOnce): Lease {
  const end = leases.hold({ ...scope, lease_id: leaseId });
  return {
    async finish(tx, answer) {
      if (answer.status >= 300) return false;
      const stored = await storeAnswer(tx, scope, leaseId, {
        status: answer.status,
        headers: repeatableHeaders(answer),
        body: shownOnce === undefined ? answerBytes(answer) : madeBytes(answer, shownOnce),
      });
      if (!stored) throw inFlight();
      return true;
    },
    end,
    async release() {
      end();
      await releaseKey(db, scope, leaseId);
    },
  };
}

/** Of an answer that is shown once the id of what it made and nothing else: `{"made_id":"…"}`. */
function madeBytes({ body }: Answer, { id }: ShownOnce): Buffer {
  const madeId = id.split('.').reduce((part: unknown, name) => (part as Readonly<Record<string, unknown>>)[name], body);
  if (typeof madeId !== 'string') throw new Error(`The answer has no ${id}.`);
  return Buffer.from(JSON.stringify({ made_id: madeId }));
}

const alreadyMade = (kept: Buffer | null, { remedy }: ShownOnce): Error =>
  refuse(
    'already-made',
    `The first of these requests made it, and its secret is not shown again. ${remedy}`,
    JSON.parse(String(kept)) as { readonly made_id: string },
  );
