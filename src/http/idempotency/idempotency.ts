// Idempotency-Key (contract 8, Decision 12). The effect and the stored response commit in one transaction, so that a
// retry after any crash finds both or neither.

import { createHash } from 'node:crypto';
import { type Clock, DAY_MS } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import { asText, t } from '../../base/texts/t.ts';
import type { Db, Tx } from '../../storage/database.ts';
import type { Answer } from '../answers/answer.ts';
import { answerBytes, repeatableHeaders } from '../answers/answer.ts';
import { claimKey, findKey, type KeyScope, releaseKey, storeAnswer } from './idempotency-store.ts';
import { KEY_LEASE_MS, type Leases } from './leases.ts';
import type { ShownOnce } from './shown-once.ts';

const KEEP_MS = DAY_MS;

/** Work in progress for a key. */
export interface Lease {
  /**
   * Stores a 2xx response together with its effect. For a response with a secret, stores only the id of what was
   * created. Does not store other responses. Fails with `idempotency-in-flight` if the lease was lost.
   */
  finish(tx: Tx, answer: Answer): Promise<boolean>;
  /** Frees the key, unless a response was stored. */
  release(): Promise<void>;
  /** Stops renewing the lease, because the work has ended. */
  end(): void;
}

/** The result for a key: work to do under its lease, or the earlier response. */
export type TakenKey = { readonly lease: Lease } | { readonly replay: Answer };

/**
 * Parses the header: 1 to 255 characters, including spaces and Latin-1, raw or as a quoted string (RFC 9110, section
 * 5.6.4). Both forms mean the same key (Decision 12). Fails with `bad-request`.
 */
export function parseKey(header: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(header)?.[1];
  const key = quoted === undefined ? header : quoted.replace(/\\(.)/g, '$1');
  if (key.length < 1 || key.length > MAX_KEY_LENGTH)
    throw refuse('bad-request', 'Idempotency-Key must have 1 to 255 characters, for example a UUID.');
  return key;
}

const MAX_KEY_LENGTH = 255;

/** The identity of a request. A length precedes each part, so that parts cannot run together. */
export function fingerprintOf(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}

/**
 * Takes the key for this request, or returns the first request's response. Fails with `idempotency-key-mismatch` if
 * another request used the key, with `idempotency-in-flight` while the first one runs, and with `already-made` if its
 * response can be shown only once.
 */
export async function takeKey(
  db: Db,
  scope: KeyScope,
  fingerprint: Buffer,
  { clock, leases }: { readonly clock: Clock; readonly leases: Leases },
  shownOnce?: ShownOnce,
): Promise<TakenKey> {
  const lease_id = leases.newId();
  const claim = (): Promise<boolean> => {
    const now = clock();
    const times = { now, lease_until: now + KEY_LEASE_MS, expires_at: now + KEEP_MS };
    return claimKey(db, scope, { fingerprint, lease_id, ...times });
  };
  const taken = (): TakenKey => ({ lease: leaseOn(db, scope, lease_id, leases, shownOnce) });
  if (await claim()) return taken();
  const row = await findKey(db, scope);
  if (row === undefined) throw inFlight(); // Released just now; a retry can take it.
  if (!row.fingerprint.equals(fingerprint)) {
    throw refuse(
      'idempotency-key-mismatch',
      'This Idempotency-Key was used for a different request. Use a new key for each request.',
    );
  }
  if (row.status === null) {
    if (!(await leases.isOrphaned(row.lease_id))) throw inFlight();
    await releaseKey(db, scope, row.lease_id);
    if (await claim()) return taken();
    throw inFlight();
  }
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

/** The lease, renewed while the work runs. A process that dies or hangs stops renewing. */
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

/** Keeps only the id of what a show-once response created: `{"made_id":"…"}`. */
function madeBytes({ body }: Answer, { id }: ShownOnce): Buffer {
  const madeId = id.split('.').reduce((part: unknown, name) => (part as Readonly<Record<string, unknown>>)[name], body);
  if (typeof madeId !== 'string') throw new Error(`The response has no ${id}.`);
  return Buffer.from(JSON.stringify({ made_id: madeId }));
}

const alreadyMade = (kept: Buffer | null, { remedy }: ShownOnce): Error =>
  refuse(
    'already-made',
    t('The first request succeeded, but its secret cannot be shown again. {remedy}', { remedy: asText(remedy) }),
    JSON.parse(String(kept)) as { readonly made_id: string },
  );
