// The Idempotency-Key leases of this process (Decisions 12 and 78). A single heartbeat renews them while there are any.
// A process that dies or hangs frees its keys after five seconds, and an idle one writes nothing.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../storage/database.ts';
import { type KeyScope, renewLeases } from './idempotency-store.ts';

/** Milliseconds a lease lasts after its last heartbeat. */
export const KEY_LEASE_MS = 5_000;
const HEARTBEAT_MS = 1_500;

export interface HeldLease extends KeyScope {
  readonly lease_id: string;
}

export interface Leases {
  /** A lease id: the process's random number and a counter. */
  newId(): string;
  /** Renews the lease until the returned function is called. */
  hold(lease: HeldLease): () => void;
  /** The number of leases held now. */
  held(): number;
  /** Renews all held leases, as the heartbeat does. */
  renew(): Promise<void>;
}

/** Leases in `db`. The heartbeat does not keep the process alive. */
export function openLeases(db: Db, clock: Clock): Leases {
  const bootId = randomBytes(8).toString('hex');
  let count = 0n;
  const held = new Set<HeldLease>();
  let heartbeat: NodeJS.Timeout | undefined;
  const renew = async (): Promise<void> => {
    // The next renewal makes up for a failed one. So does the end of the work, which checks its lease.
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
