// Delivery slots of a process, shared so that an unresponsive receiver does not delay others.
import type { Claim } from './delivery-store.ts';

/** A slot in use, with its receiver. */
export interface Slot {
  readonly teamId: string;
  /** True if the last delivery failed. */
  readonly isFailing: boolean;
}

export interface Slots {
  isFull(): boolean;
  areInUse(): boolean;
  /**
   * The work of that kind that may be claimed now: half of the free slots, and nothing of workspaces that already hold
   * that many.
   */
  claimable(isFailing: boolean): Claim;
  /** Occupies the slot until the work ends. */
  take(slot: Slot, work: Promise<void>): void;
  /** Resolves once all current work has ended. */
  ended(): Promise<unknown>;
}

export const MAX_SLOTS = 16;
/** Maximum slots for failing receivers, which can hold one until the timeout. */
const MAX_FAILING = 8;

/** `onFailure` receives errors of the work. `onFree` is called whenever a slot becomes free. */
export function openSlots(onFailure: (thrown: unknown) => void, onFree: () => void): Slots {
  const inUse = new Map<Promise<void>, Slot>();
  return {
    isFull: () => inUse.size >= MAX_SLOTS,
    areInUse: () => inUse.size > 0,
    claimable: (isFailing) => claimBeside([...inUse.values()], isFailing),
    take(slot, work) {
      const one: Promise<void> = work.catch(onFailure).finally(() => {
        inUse.delete(one);
        onFree();
      });
      inUse.set(one, slot);
    },
    ended: () => Promise.all(inUse.keys()),
  };
}

function claimBeside(taken: readonly Slot[], isFailing: boolean): Claim {
  const free = MAX_SLOTS - taken.length;
  const failing = taken.filter((slot) => slot.isFailing).length;
  const most = Math.min(Math.ceil(free / 2), isFailing ? MAX_FAILING - failing : free);
  const held = new Map<string, number>();
  for (const { teamId } of taken) held.set(teamId, (held.get(teamId) ?? 0) + 1);
  const except = [...held].filter(([, count]) => count >= free).map(([teamId]) => teamId);
  return { isFailing, most: Math.max(0, most), except };
}
