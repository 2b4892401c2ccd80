// The Idempotency-Key leases of this process (Decisions 12 and 78). A single heartbeat renews them while there are any.
// A process that hangs frees its keys after five seconds, and an idle one writes nothing. If a process has its own
// sessions on a database server, other processes notice its death by their absence and do not wait. Without this, a
// process that is killed again and again would block a retried key all that time, because each retry takes a new lease.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../storage/database.ts';
import { countServiceSessions } from '../../storage/process-sessions.ts';
import { type KeyScope, renewLeases } from './idempotency-store.ts';

/** How many milliseconds a lease lasts after its last heartbeat. */
export const KEY_LEASE_MS = 5_000;
const HEARTBEAT_MS = 1_500;

export interface HeldLease extends KeyScope {
  readonly lease_id: string;
}

export interface Leases {
  /** A lease id: the process, a random number and a counter. */
  newId(): string;
  /** True if the process that holds the lease is known to have died. */
  isOrphaned(leaseId: string): Promise<boolean>;
  /** Renews the lease until the returned function is called. */
  hold(lease: HeldLease): () => void;
  /** The number of leases held now. */
  held(): number;
  /** Renews all held leases, as the heartbeat does. */
  renew(): Promise<void>;
}

/** The id of a process that does not have its own sessions on a server. */
const UNKNOWN = '00000000';

/**
 * Leases in `db`. `processId` is in the name of the sessions of this process (storage/process-sessions.ts), if it has
 * any. The heartbeat does not keep the process alive.
 */
export function openLeases(db: Db, clock: Clock, processId = UNKNOWN): Leases {
  const bootId = `${processId}${randomBytes(4).toString('hex')}`;
  let count = 0n;
  const held = new Set<HeldLease>();
  let heartbeat: NodeJS.Timeout | undefined;
  const renew = async (): Promise<void> => {
    const until = clock() + KEY_LEASE_MS;
    for (const catalogId of new Set(Array.from(held, ({ catalog_id }) => catalog_id))) {
      const leases = [...held].filter(({ catalog_id }) => catalog_id === catalogId);
      // Ignore a failed renewal: the next one makes up for it, and the lease is checked when the work ends.
      await renewLeases(db, catalogId, leases, until).catch(() => undefined);
    }
  };
  return {
    newId() {
      count += 1n;
      return `${bootId}${count.toString(16).padStart(16, '0')}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
    async isOrphaned(leaseId) {
      const holder = leaseId.slice(0, UNKNOWN.length);
      return ![processId, holder].includes(UNKNOWN) && (await countServiceSessions(db, holder)) === 0;
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
