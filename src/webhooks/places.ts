// Who is served now: a process has so many places, and gives them so that who is silent holds up nobody else's.
import type { Claim } from './delivery-store.ts';

/** A receiver that holds a place. */
export interface Place {
  readonly teamId: string;
  /** It took nothing last time. */
  readonly isFailing: boolean;
}

export interface Places {
  isFull(): boolean;
  areInUse(): boolean;
  /** What may be claimed of that kind now: half of what is free, and nothing of who holds as many places as that. */
  claimable(isFailing: boolean): Claim;
  /** Gives the place away until the work has ended. */
  give(place: Place, work: Promise<void>): void;
  /** Resolves once what is under way has ended. */
  ended(): Promise<unknown>;
}

export const MOST_AT_ONCE = 16;
/** Of these, receivers that took nothing last time: one that is silent holds its place until the time-out. */
const MOST_FAILING = 8;

/** `onFailure` is told of work that failed, `onFree` of each place that is free again. */
export function openPlaces(onFailure: (thrown: unknown) => void, onFree: () => void): Places {
  const given = new Map<Promise<void>, Place>();
  return {
    isFull: () => given.size >= MOST_AT_ONCE,
    areInUse: () => given.size > 0,
    claimable: (isFailing) => claimBeside([...given.values()], isFailing),
    give(place, work) {
      const one: Promise<void> = work.catch(onFailure).finally(() => {
        given.delete(one);
        onFree();
      });
      given.set(one, place);
    },
    ended: () => Promise.all(given.keys()),
  };
}

function claimBeside(places: readonly Place[], isFailing: boolean): Claim {
  const free = MOST_AT_ONCE - places.length;
  const failing = places.filter((place) => place.isFailing).length;
  const most = Math.min(Math.ceil(free / 2), isFailing ? MOST_FAILING - failing : free);
  const held = new Map<string, number>();
  for (const { teamId } of places) held.set(teamId, (held.get(teamId) ?? 0) + 1);
  const except = [...held].filter(([, count]) => count >= free).map(([teamId]) => teamId);
  return { isFailing, most: Math.max(0, most), except };
}
