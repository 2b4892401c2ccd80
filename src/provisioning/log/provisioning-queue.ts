// The bounded queue of the provisioning log. When it is full, it drops successful requests before refused ones.
import type { ProvisioningNote } from './provisioning-log.ts';

export const MAX_BATCH = 500;
const MAX_PENDING = 10_000;
/** If the queue has more entries than this, bodies are dropped. They can be large, and the refusal matters more. */
const MAX_WITH_BODY = 1_000;

export interface ProvisioningQueue<Note> {
  push(note: Note): void;
  /** The oldest entries, up to a batch. They stay in the queue until `drop`. */
  batch(): readonly Note[];
  drop(count: number): void;
}

export function provisioningQueue<
  Note extends ProvisioningNote & { readonly sent?: string | null },
>(): ProvisioningQueue<Note> {
  let waiting: Note[] = [];
  /** Frees one slot, but never one that is being written. Returns false if the new entry must be dropped instead. */
  const makeRoom = ({ outcome }: Note): boolean => {
    const good = waiting.findIndex((each, index) => index >= MAX_BATCH && each.outcome === 'ok');
    if (good < 0 && outcome === 'ok') return false;
    waiting.splice(good < 0 ? MAX_BATCH : good, 1);
    return true;
  };
  return {
    push(note) {
      if (waiting.length >= MAX_PENDING && !makeRoom(note)) return;
      waiting.push(waiting.length < MAX_WITH_BODY ? note : { ...note, request: null, sent: null });
    },
    batch: () => waiting.slice(0, MAX_BATCH),
    drop(count) {
      waiting = waiting.slice(count);
    },
  };
}
