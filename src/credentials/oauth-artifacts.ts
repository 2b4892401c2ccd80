// What the authorization server keeps between two requests: found by a bearer whose hash alone is stored, used once
// where it must be, ended together with what was made from the same consent. What the payloads mean is the server's
// matter.

import { createHash } from 'node:crypto';
import { DAY_MS, instant } from '../base/clock.ts';
import type { Db, Tx } from '../storage/database.ts';
import * as store from './oauth-artifact-store.ts';

export { deleteArtifact, deleteByGrant } from './oauth-artifact-store.ts';

export interface Artifact {
  /** The hash of its id, for a caller that found it by another way. */
  readonly hash: Buffer;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly is_consumed: boolean;
}

export interface NewArtifact {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly grant_id?: string | undefined;
  readonly user_code?: string | undefined;
  /** The network that sent a request which waits for its person, and its client. */
  readonly waiting?: { readonly site: string; readonly client_id: string } | undefined;
  /** Milliseconds since the epoch; absent: it does not expire. */
  readonly expires_at?: number | undefined;
}

/** A client that registered and that nobody has allowed anything is forgotten after this long (Decision 139). */
export const NEW_CLIENT_LIFETIME_MS = 7 * DAY_MS;
/** One that was used and is used no more; each use begins it anew. */
const UNUSED_CLIENT_LIFETIME_MS = 90 * DAY_MS;

/** SHA-256 of a bearer. */
export const artifactHash = (id: string): Buffer => createHash('sha256').update(id).digest();

/** Requests that wait for their people: of one network, and of one client. */
const MAX_WAITING = { site: 200, client_id: 2_000 } as const;

/**
 * Stores, or replaces what has the same id. A request that waits for its person takes the place of the oldest one of
 * its network or client if too many wait: strangers store them, and refusing new ones would lock people out.
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

/** True for the first who brings the id of that kind, in every process; false from then on (replay detection). */
export const claimOnce = (db: Db, kind: string, id: string, expiresAt: number): Promise<boolean> =>
  store.insertArtifact(db, {
    kind,
    id_hash: artifactHash(id),
    payload: '{}',
    grant_id: null,
    user_code_hash: null,
    expires_at: instantOf(expiresAt),
  });

export async function findArtifact(db: Db, kind: string, hash: Buffer): Promise<Artifact | undefined> {
  return artifactOf(await store.findArtifact(db, kind, hash));
}

export async function findByUserCode(db: Db, kind: string, code: string): Promise<Artifact | undefined> {
  return artifactOf(await store.findByUserCode(db, kind, artifactHash(code)));
}

/** Marks it as used. Answers false where somebody was quicker. */
export const consumeArtifact = (db: Db, kind: string, hash: Buffer, now: number): Promise<boolean> =>
  store.consumeArtifact(db, kind, hash, instant(now));

/** Ends what the person agreed to in that catalog for a program of the service that has not come for it yet. */
export const endDeviceConsents = (tx: Tx, accountId: string, catalogId: string): Promise<void> =>
  store.deleteOfAccount(tx, 'DeviceCode', `${accountId}.${catalogId}.`);

/** Ends what everyone but that person agreed to in the catalog for a device that has not fetched it yet. */
export const endDeviceConsentsOfOthers = (tx: Tx, catalogId: string, accountId: string): Promise<void> =>
  store.deleteOfCatalog(tx, 'DeviceCode', catalogId, accountId);

/** Notes, once a day, that a registered client is used: where its access is allowed and where it gets a token. */
export const keepClient = (db: Db, clientId: string, now: number): Promise<void> =>
  store.prolongArtifact(
    db,
    'Client',
    artifactHash(clientId),
    instant(now + UNUSED_CLIENT_LIFETIME_MS),
    instant(now + UNUSED_CLIENT_LIFETIME_MS - DAY_MS),
  );

/** Removes what expired more than a day ago; answers how many. */
export const sweepArtifacts = (db: Db, now: number): Promise<number> => store.deleteExpired(db, instant(now - DAY_MS));

const instantOf = (at: number | undefined): string | null => (at === undefined ? null : instant(at));

function artifactOf(row: store.ArtifactRow | undefined): Artifact | undefined {
  if (row === undefined) return undefined;
  return { hash: row.id_hash, payload: JSON.parse(row.payload), is_consumed: row.consumed_at !== null };
}
