// Digests of a workspace, with which a mirror proves that it equals the workspace at a place in its feed.
import { refuse } from '../../base/refusal.ts';
import type { Database, Db } from '../../storage/database.ts';
import { cursorOf } from '../../webhooks/change-feed.ts';
import { handOn } from '../../webhooks/hand-on.ts';
import { type DigestRow, selectDigests } from './digest-store.ts';

/** The number of lines and the SHA-256 of their text. */
interface Digest {
  readonly count: number;
  readonly sha256: string;
}

export interface CatalogDigest {
  readonly next: string;
  readonly trails: Digest;
  readonly grants: Digest;
  readonly sets: Digest;
  readonly set_grants: Digest;
  readonly members: Digest;
  readonly group_members: Digest;
}

const MAX_ATTEMPTS = 10;

/**
 * The digests after exactly the changes up to `next`. Fails with `not-ready` if changes are made too quickly to number
 * them all.
 */
export async function readDigest(database: Database, db: Db, catalogId: string, now: number): Promise<CatalogDigest> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const row = await selectDigests(db, catalogId);
    if (row !== undefined && !row.is_behind) return digestsOf(row);
    await handOn(database, now, true);
  }
  throw refuse('not-ready', 'Changes are being made too quickly for a digest. Try again in a moment.');
}

const digestsOf = ({ seq, event_id, ...texts }: DigestRow): CatalogDigest => ({
  next: cursorOf({ seq, event_id }),
  trails: JSON.parse(texts.trails),
  grants: JSON.parse(texts.grants),
  sets: JSON.parse(texts.sets),
  set_grants: JSON.parse(texts.set_grants),
  members: JSON.parse(texts.members),
  group_members: JSON.parse(texts.group_members),
});
