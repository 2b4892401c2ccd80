// Large bodies in memory: of one workspace so many bytes at a time, from their first byte to their answer. What comes
// beyond them waits unread, so that no workspace takes the memory of the others.
import type { IncomingMessage } from 'node:http';
import { refuse } from '../base/refusal.ts';
import { type KeyedSemaphore, keyedSemaphore, semaphore } from '../base/semaphore.ts';

/** What is no larger is read at once: every document, list and SCIM request of ordinary size. */
const LARGE = 400_000;
/** Of one workspace: three archives, or six images, of the largest size. */
const MOST_BYTES = 64 * 1_048_576;
/** Of one workspace, behind those that are read. */
const MOST_WAITING = 100;

/** The room of each workspace. There is none for all together: slow senders of a few would keep everybody else out. */
export const largeBodies = (mostBytes = MOST_BYTES, mostWaiting = MOST_WAITING): KeyedSemaphore =>
  keyedSemaphore(() =>
    semaphore(mostBytes, mostWaiting, () =>
      refuse('not-ready', 'Too many large requests of this workspace wait already. Send it again in a few seconds.', {
        retry_after: 5,
      }),
    ),
  );

export interface RoomOfBody {
  /** Resolves once the body may be read. Refuses with `not-ready` where too many wait. */
  enter(owner: string): Promise<void>;
  /** Gives the room back, whether or not it was taken. */
  readonly leave: () => void;
}

/**
 * The room that a body of at most `limit` bytes takes; undefined: it is not large. `signal`: its caller has gone away,
 * and waits no longer.
 */
export function roomOf(
  bodies: KeyedSemaphore,
  { headers }: Pick<IncomingMessage, 'headers'>,
  limit: number,
  signal: () => AbortSignal,
): RoomOfBody | undefined {
  const isUnknown = headers['transfer-encoding'] !== undefined;
  const bytes = isUnknown ? limit : Math.min(limit, Number(headers['content-length'] ?? 0));
  if (bytes <= LARGE) return undefined;
  let leave = (): void => {};
  return {
    enter: (owner) =>
      new Promise((entered, fail) => {
        const held = (): Promise<void> =>
          new Promise((left) => {
            leave = left;
            entered();
          });
        bodies(owner, held, { places: bytes, signal: signal() }).catch(fail);
      }),
    leave: () => leave(),
  };
}
