// The authorization server's state between requests. Each artifact is found by a bearer secret. Only the hash of the
// secret is stored. Some can be used only once, and all that come from the same consent end together. The authorization
// server defines the payloads.

import { createHash } from 'node:crypto';
import { DAY_MS, instant } from '../base/clock.ts';
import type { Db, Tx } from '../storage/database.ts';
import * as store from './oauth-artifact-store.ts';

export { deleteArtifact, deleteByGrant } from './oauth-artifact-store.ts';

export interface Artifact {
  /** The hash of its id, for callers who found the artifact in another way. */
  readonly hash: Buffer;
  readonly payload: Readonly<Record<string, unknown>>;
  /** When it was first used, in milliseconds since the epoch; undefined if it was not. */
  readonly consumed_at: number | undefined;
}

export interface NewArtifact {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly grant_id?: string | undefined;
  readonly user_code?: string | undefined;
  /** The client and network that sent a request that is waiting for the person's consent. */
  readonly waiting?: { readonly site: string; readonly client_id: string } | undefined;
  /** Milliseconds since the epoch. Absent: the artifact does not expire. */
  readonly expires_at?: number | undefined;
}

/**
 * How long the client may repeat the request that used something up, because the response may have been lost, or other
 * requests of the client sent it at the same time (Decision 170).
 */
export const RETRY_WINDOW_MS = 60_000;
/** How long a registered client is kept if no one grants it access (Decision 139). */
export const NEW_CLIENT_LIFETIME_MS = 7 * DAY_MS;
/** How long a client is kept after its last use. */
const UNUSED_CLIENT_LIFETIME_MS = 90 * DAY_MS;

/** The SHA-256 of a bearer. */
export const artifactHash = (id: string): Buffer => createHash('sha256').update(id).digest();

/** Maximum number of requests that await consent, per network and per client. */
const MAX_WAITING = { site: 200, client_id: 2_000 } as const;

/**
 * Stores an artifact, or replaces the one with the same id. If too many requests are waiting, a new one replaces the
 * oldest from its network or client. Anyone can create requests, so rejecting new ones would let strangers lock people
 * out.
 */
export async function putArtifact(db: Db, kind: string, hash: Buffer, artifact: NewArtifact): Promise<void> {
  const { waiting } = artifact;
  await store.upsertArtifact(db, {
    kind,
    id_hash: hash,
    payload: JSON.stringify(artifact.payload),
    grant_id: artifact.grant_id ?? null,
    user_code_hash: artifact.user_code === undefined ? null : artifactHash(artifact.user_code),
    ...waiting,
    expires_at: instantOf(artifact.expires_at),
  });
  if (waiting === undefined) return;
  for (const owner of ['site', 'client_id'] as const)
    await store.deleteOldest(db, kind, owner, waiting[owner], MAX_WAITING[owner]);
}

/** True for the first use of an id of that kind in any process, and false afterwards (replay detection). */
export const claimOnce = (db: Db, kind: string, id: string, expiresAt: number): Promise<boolean> =>
  store.insertArtifact(db, {
    kind,
    id_hash: artifactHash(id),
    payload: '{}',
    grant_id: null,
    user_code_hash: null,
    expires_at: instantOf(expiresAt),
  });

/**
 * Like `claimOnce`, but also true if the same request claimed the id less than a minute ago. `request` is everything
 * that a retry repeats.
 */
export async function claimForRetries(
  db: Db,
  kind: string,
  id: string,
  request: string,
  expiresAt: number,
  now: number,
): Promise<boolean> {
  const mine = { request: artifactHash(request).toString('base64url'), at: now };
  const hash = artifactHash(id);
  const row = { kind, id_hash: hash, payload: JSON.stringify(mine), grant_id: null, user_code_hash: null };
  const expires_at = instant(Math.max(expiresAt, now + RETRY_WINDOW_MS));
  if (await store.insertArtifact(db, { ...row, expires_at })) return true;
  const first = (await findArtifact(db, kind, hash))?.payload;
  return first?.request === mine.request && Number(first.at) > now - RETRY_WINDOW_MS;
}

export async function findArtifact(db: Db, kind: string, hash: Buffer): Promise<Artifact | undefined> {
  return artifactOf(await store.findArtifact(db, kind, hash));
}

export async function findByUserCode(db: Db, kind: string, code: string): Promise<Artifact | undefined> {
  return artifactOf(await store.findByUserCode(db, kind, artifactHash(code)));
}

/** Marks the artifact as used. False if it is gone, or if it was used earlier and can no longer be retried. */
export const consumeArtifact = (db: Db, kind: string, hash: Buffer, now: number): Promise<boolean> =>
  store.consumeArtifact(db, kind, hash, instant(now), instant(now - RETRY_WINDOW_MS));

/**
 * Deletes the person's consents in that catalog for the service's own programs, if the program has not fetched its
 * session yet.
 */
export const endDeviceConsents = (tx: Tx, accountId: string, catalogId: string): Promise<void> =>
  store.deleteOfAccount(tx, 'DeviceCode', `${accountId}.${catalogId}.`);

/** Deletes everyone else's consents in that catalog for devices, if the device has not fetched its session yet. */
export const endDeviceConsentsOfOthers = (tx: Tx, catalogId: string, accountId: string): Promise<void> =>
  store.deleteOfCatalog(tx, 'DeviceCode', catalogId, accountId);

/** Extends a registered client's lifetime, at most once a day, when a person grants it access or it gets a token. */
export const keepClient = (db: Db, clientId: string, now: number): Promise<void> =>
  store.prolongArtifact(
    db,
    'Client',
    artifactHash(clientId),
    instant(now + UNUSED_CLIENT_LIFETIME_MS),
    instant(now + UNUSED_CLIENT_LIFETIME_MS - DAY_MS),
  );

/** Keeps a registered client for as long as a new one. False if the client is gone. */
export const keepNewClient = (db: Db, clientId: string, now: number): Promise<boolean> =>
  store.keepArtifact(db, 'Client', artifactHash(clientId), instant(now), instant(now + NEW_CLIENT_LIFETIME_MS));

/** Deletes artifacts that expired more than a day ago. Returns the number deleted. */
export const sweepArtifacts = (db: Db, now: number): Promise<number> => store.deleteExpired(db, instant(now - DAY_MS));

const instantOf = (at: number | undefined): string | null => (at === undefined ? null : instant(at));

function artifactOf(row: store.ArtifactRow | undefined): Artifact | undefined {
  if (row === undefined) return undefined;
  const consumed_at = row.consumed_at === null ? undefined : Date.parse(row.consumed_at);
  return { hash: row.id_hash, payload: JSON.parse(row.payload), consumed_at };
}
