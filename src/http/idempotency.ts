// Idempotency-Key (spec 8, Decision 12): the effect and the answer to repeat commit in one transaction, so that a
// retry after any crash finds either both or neither.
import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { refuse } from '../base/refusal.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { Answer } from './answer.ts';
import { answerBytes, repeatableHeaders } from './answer.ts';
import { claimKey, findKey, type KeyScope, releaseKey, storeAnswer } from './idempotency-store.ts';

const LEASE_MS = 60_000;
const KEEP_MS = 24 * 3_600_000;

/** Work under way on a key. */
export interface Lease {
  /** Stores a 2xx answer beside its effect; other answers are not kept. Refuses with `idempotency-in-flight` when the lease was lost. */
  finish(tx: Tx, answer: Answer): Promise<void>;
  /** Frees the key, unless an answer was stored. */
  release(): Promise<void>;
}

/** What a key leads to: work to be done under its lease, or the answer that was given before. */
export type TakenKey = { readonly lease: Lease } | { readonly replay: Answer };

/** The key out of the header: 1 to 255 visible ASCII characters, raw or as a quoted string. Refuses with `bad-request`. */
export function parseKey(header: string): string {
  const quoted = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(header);
  const key = quoted?.[1] === undefined ? header : quoted[1].replace(/\\(["\\])/g, '$1');
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw refuse('bad-request', 'Idempotency-Key must be 1 to 255 visible ASCII characters, for example a UUID.');
  return key;
}

/** What makes two requests the same one: each part's length goes before it, so that parts cannot run together. */
export function fingerprintOf(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}

/**
 * Takes the key for this request, or answers what the first request was answered. Refuses with
 * `idempotency-key-mismatch` another request's key, with `idempotency-in-flight` one whose first request still runs.
 */
export async function takeKey(db: Db, scope: KeyScope, fingerprint: Buffer, clock: Clock): Promise<TakenKey> {
  const now = clock();
  const lease_id = newId();
  const claimed = await claimKey(db, scope, {
    fingerprint,
    lease_id,
    now,
    lease_until: now + LEASE_MS,
    expires_at: now + KEEP_MS,
  });
  if (claimed) return { lease: leaseOn(db, scope, lease_id) };
  const row = await findKey(db, scope);
  if (row === undefined) throw inFlight(); // Released this very moment: a retry takes it.
  if (!row.fingerprint.equals(fingerprint)) {
    throw refuse(
      'idempotency-key-mismatch',
      'This Idempotency-Key was used for a different request. Send a new key with a new request.',
    );
  }
  if (row.status === null) throw inFlight();
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

function leaseOn(db: Db, scope: KeyScope, leaseId: string): Lease {
  return {
    async finish(tx, answer) {
      if (answer.status >= 300) return;
      const stored = await storeAnswer(tx, scope, leaseId, {
        status: answer.status,
        headers: repeatableHeaders(answer),
        body: answerBytes(answer),
      });
      if (!stored) throw inFlight();
    },
    release: () => releaseKey(db, scope, leaseId),
  };
}
