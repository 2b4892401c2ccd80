// Who is served now: a process has so many slots, and gives them so that a silent receiver holds up nobody else's.
import type { Claim } from './delivery-store.ts';

/** A slot in use, by its receiver. */
export interface Slot {
  readonly teamId: string;
  /** It took nothing last time. */
  readonly isFailing: boolean;
}

export interface Slots {
  isFull(): boolean;
  areInUse(): boolean;
  /**
   * What may be claimed of that kind now: half of what is free, and nothing of a workspace that holds as many slots as
   * that.
   */
  claimable(isFailing: boolean): Claim;
  /** Takes the slot until the work has ended. */
  take(slot: Slot, work: Promise<void>): void;
  /** Resolves once what is under way has ended. */
  ended(): Promise<unknown>;
}

export const MOST_SLOTS = 16;
/** Of these, receivers that took nothing last time: one that is silent holds its slot until the time-out. */
const MOST_FAILING = 8;

/** `onFailure` is called with why work failed, `onFree` with each slot that is free again. */
export function openSlots(onFailure: (thrown: unknown) => void, onFree: () => void): Slots {
  const inUse = new Map<Promise<void>, Slot>();
  return {
    isFull: () => inUse.size >= MOST_SLOTS,
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
  const free = MOST_SLOTS - taken.length;
  const failing = taken.filter((slot) => slot.isFailing).length;
  const most = Math.min(Math.ceil(free / 2), isFailing ? MOST_FAILING - failing : free);
  const held = new Map<string, number>();
  for (const { teamId } of taken) held.set(teamId, (held.get(teamId) ?? 0) + 1);
  const except = [...held].filter(([, count]) => count >= free).map(([teamId]) => teamId);
  return { isFailing, most: Math.max(0, most), except };
}
