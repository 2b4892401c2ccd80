// The leases of Idempotency-Keys that this process holds (Decisions 12 and 78). One heartbeat renews all of them while
// there are any, so that a process that dies or hangs frees its keys in five seconds, and an idle one writes nothing.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../storage/database.ts';
import { type KeyScope, renewLeases } from './idempotency-store.ts';

/** Milliseconds that a lease lives after its last heartbeat. */
export const KEY_LEASE_MS = 5_000;
const HEARTBEAT_MS = 1_500;

export interface HeldLease extends KeyScope {
  readonly lease_id: string;
}

export interface Leases {
  /** An id for a lease: the process's own number, made at its start, and a count. */
  newId(): string;
  /** Renews the lease from now on, until the function that is answered is called. */
  hold(lease: HeldLease): () => void;
  /** How many are held now. */
  held(): number;
  /** Renews all that are held: what the heartbeat does. */
  renew(): Promise<void>;
}

/** Leases on `db`, whose heartbeat never keeps the process alive. */
export function openLeases(db: Db, clock: Clock): Leases {
  const bootId = randomBytes(8).toString('hex');
  let count = 0n;
  const held = new Set<HeldLease>();
  let heartbeat: NodeJS.Timeout | undefined;
  const renew = async (): Promise<void> => {
    // A renewal that fails is made up for by the next one, or by the end of the work, which asks for its lease again.
    if (held.size > 0) await renewLeases(db, [...held], clock() + KEY_LEASE_MS).catch(() => undefined);
  };
  return {
    newId() {
      count += 1n;
      return `${bootId}${count.toString(16).padStart(16, '0')}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
    hold(lease) {
      held.add(lease);
      heartbeat ??= setInterval(() => void renew(), HEARTBEAT_MS).unref();
      return () => {
        if (!held.delete(lease) || held.size > 0) return;
        clearInterval(heartbeat);
        heartbeat = undefined;
      };
    },
    held: () => held.size,
    renew,
  };
}
