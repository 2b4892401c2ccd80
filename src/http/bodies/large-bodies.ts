// Limits the memory for large request bodies per workspace, from their first byte to the response, and for their parsed
// JSON. Bodies beyond the limit wait, so that no workspace uses up the memory for others.
import type { IncomingMessage } from 'node:http';
import { LARGE_JSON, parseJsonInTurns } from '../../base/json.ts';
import { refuse } from '../../base/refusal.ts';
import { type KeyedSemaphore, keyedSemaphore, type Semaphore, semaphore, type Turn } from '../../base/semaphore.ts';

/** Per workspace: three archives or six images of the maximum size. */
const MAX_BYTES = 64 * 1_048_576;
/** The number of bodies that may wait per workspace, in addition to those being read. */
const MAX_WAITING = 100;
/** Bytes of parsed values per workspace: more than the largest group. */
const MAX_PARSED = 64 * 1_048_576;
/** Bytes of JSON parsed at a time, for all workspaces: one body of the maximum size. */
const PARSED_TOGETHER = 10 * 1_048_576;

/** Limits shared by large bodies, per workspace unless noted otherwise. */
export interface LargeBodies {
  /** Has no global limit, because a few slow senders would then block everyone. */
  readonly bytes: KeyedSemaphore;
  /** One text at a time: a malicious one can take thirty times its size when parsed. */
  readonly parsing: KeyedSemaphore;
  /** Global. Slow senders block no one here, because each text has already arrived completely. */
  readonly parsingTogether: Semaphore;
  readonly parsed: KeyedSemaphore;
}

export const largeBodies = (mostBytes = MAX_BYTES, mostWaiting = MAX_WAITING): LargeBodies => ({
  bytes: keyedSemaphore(() =>
    semaphore(mostBytes, mostWaiting, () =>
      refuse('not-ready', 'Too many large requests of this workspace are waiting. Try again in a few seconds.', {
        retry_after: 5,
      }),
    ),
  ),
  parsing: keyedSemaphore(() => semaphore(1)),
  parsingTogether: semaphore(PARSED_TOGETHER),
  parsed: keyedSemaphore(() => semaphore(MAX_PARSED)),
});

export interface RoomOfBody {
  /** Resolves when the body can be read. Fails with `not-ready` if too many are waiting. */
  enter(owner: string): Promise<void>;
  /** The body parsed as JSON, once there is room. Fails like `parseJson`. */
  parse(owner: string, text: Uint8Array): Promise<unknown>;
  /** Frees all slots of the request, if it took any. */
  readonly leave: () => void;
}

/**
 * The slots for a body of at most `limit` bytes; undefined if it is not large. `signal` aborts the wait when the client
 * leaves.
 */
export function roomOf(
  bodies: LargeBodies,
  { headers }: Pick<IncomingMessage, 'headers'>,
  limit: number,
  signal: () => AbortSignal,
): RoomOfBody | undefined {
  const isUnknown = headers['transfer-encoding'] !== undefined;
  const bytes = isUnknown ? limit : Math.min(limit, Number(headers['content-length'] ?? 0));
  if (bytes < LARGE_JSON) return undefined;
  const [read, parsed] = [openPlace(), openPlace()];
  return {
    enter: (owner) => read.take(bodies.bytes, owner, { places: bytes, signal: signal() }),
    parse(owner, text) {
      const gone = signal();
      parsed.empty();
      const parse = () => bodies.parsingTogether(() => parseJsonInTurns(text), { places: text.length, signal: gone });
      const parsedAlone = async (): Promise<unknown> => {
        const { value, memory } = await parse();
        await parsed.take(bodies.parsed, owner, { places: memory, signal: gone });
        return value;
      };
      return bodies.parsing(owner, parsedAlone, { signal: gone });
    },
    leave() {
      read.close();
      parsed.close();
    },
  };
}

/** A request's slot in a semaphore, until it is freed. Takes none after it is closed. */
function openPlace() {
  let give = (): void => {};
  let isClosed = false;
  const empty = (): void => give();
  return {
    empty,
    take: (from: KeyedSemaphore, owner: string, turn: Turn): Promise<void> =>
      new Promise((taken, fail) => {
        const held = (): Promise<void> =>
          new Promise((given) => {
            give = given;
            if (isClosed) give();
            taken();
          });
        from(owner, held, turn).catch(fail);
      }),
    close(): void {
      isClosed = true;
      empty();
    },
  };
}
