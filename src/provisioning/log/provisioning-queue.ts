// What waits to be written into the provisioning log: bounded, and when it is full, good requests are left out before
// refused ones.
import type { ProvisioningNote } from './provisioning-log.ts';

export const MOST_A_BATCH = 500;
const MOST_WAITING = 10_000;
/** Beyond this, what was sent is left out: a body can be large, and the refusal is what matters. */
const MOST_WITH_BODY = 1_000;

export interface ProvisioningQueue<Note> {
  push(note: Note): void;
  /** The oldest, up to a batch; they stay until `drop`. */
  batch(): readonly Note[];
  drop(count: number): void;
}

export function provisioningQueue<Note extends ProvisioningNote>(): ProvisioningQueue<Note> {
  let waiting: Note[] = [];
  /** Frees one place, never among those that are being written; false where the new one has to yield. */
  const makeRoom = ({ outcome }: Note): boolean => {
    const good = waiting.findIndex((each, index) => index >= MOST_A_BATCH && each.outcome === 'ok');
    if (good < 0 && outcome === 'ok') return false;
    waiting.splice(good < 0 ? MOST_A_BATCH : good, 1);
    return true;
  };
  return {
    push(note) {
      if (waiting.length >= MOST_WAITING && !makeRoom(note)) return;
      waiting.push(waiting.length < MOST_WITH_BODY ? note : { ...note, request: null });
    },
    batch: () => waiting.slice(0, MOST_A_BATCH),
    drop(count) {
      waiting = waiting.slice(count);
    },
  };
}
