// Where the trails of a catalog stand that hold a line as an example, by the line's hash.
import { hashLine, lineHashes } from './indexed-trail.ts';
import type { JudgedTrail } from './judged-trail.ts';

export interface LinePlaces {
  add(trail: JudgedTrail, place: number): void;
  remove(trail: JudgedTrail, place: number): void;
  /** Places of trails that hold the line, or one with its hash. */
  of(line: string): readonly number[];
  clear(): void;
}

export function linePlaces(): LinePlaces {
  const places = new Map<number, number[]>();
  return {
    add(trail, place) {
      for (const hash of new Set(lineHashes(trail))) {
        const holders = places.get(hash);
        if (holders === undefined) places.set(hash, [place]);
        else holders.push(place);
      }
    },
    remove(trail, place) {
      for (const hash of new Set(lineHashes(trail))) {
        const others = (places.get(hash) ?? []).filter((one) => one !== place);
        if (others.length === 0) places.delete(hash);
        else places.set(hash, others);
      }
    },
    of: (line) => places.get(hashLine(line)) ?? [],
    clear: () => places.clear(),
  };
}
