// For the hash of each line (including its numbers), the trails of a catalog that list the line as a match.
import { hashLine } from './indexed-trail.ts';
import type { JudgedTrail } from './judged-trail.ts';
import { numberedLine } from './text.ts';

export interface LinePlaces {
  add(trail: JudgedTrail, place: number): void;
  remove(trail: JudgedTrail, place: number): void;
  /** Slots of trails that list the line, or one with the same hash. */
  of(line: string): readonly number[];
}

export function linePlaces(): LinePlaces {
  const places = new Map<number, Set<number>>();
  return {
    add(trail, place) {
      for (const hash of matchHashes(trail)) {
        const holders = places.get(hash);
        if (holders === undefined) places.set(hash, new Set([place]));
        else holders.add(place);
      }
    },
    remove(trail, place) {
      for (const hash of matchHashes(trail)) {
        const holders = places.get(hash);
        holders?.delete(place);
        if (holders?.size === 0) places.delete(hash);
      }
    },
    of: (line) => [...(places.get(hashLine(line)) ?? [])],
  };
}

/**
 * A line that is also a `no_match` counts as `no_match`, so that trails with contradictory examples are not read for
 * each prompt.
 */
function matchHashes({ examples }: JudgedTrail): ReadonlySet<number> {
  const lines = (expect: 'match' | 'no_match'): Set<string> =>
    new Set(examples.filter((example) => example.expect === expect).map(({ text }) => numberedLine(text)));
  const refused = lines('no_match');
  return new Set([...lines('match')].filter((line) => !refused.has(line)).map(hashLine));
}
