// Large bodies in memory: of one workspace so many bytes at a time, from their first byte to their answer, and so much
// of what their JSON becomes. What comes beyond them waits, so that no workspace takes the memory of others.
import type { IncomingMessage } from 'node:http';
import { LARGE_JSON, parseJsonInTurns } from '../../base/json.ts';
import { refuse } from '../../base/refusal.ts';
import { type KeyedSemaphore, keyedSemaphore, type Semaphore, semaphore, type Turn } from '../../base/semaphore.ts';

/** Of one workspace: three archives, or six images, of the largest size. */
const MOST_BYTES = 64 * 1_048_576;
/** Of one workspace, behind those that are read. */
const MOST_WAITING = 100;
/** Bytes that parsed values of one workspace take: more than the largest group. */
const MOST_PARSED = 64 * 1_048_576;
/** Bytes of JSON of all workspaces that are parsed at a time: one body of the largest size. */
const PARSED_TOGETHER = 10 * 1_048_576;

/** What large bodies share. By workspace where nothing else is said. */
export interface LargeBodies {
  /** There is none for all workspaces together: slow senders of a few would keep everybody else out. */
  readonly bytes: KeyedSemaphore;
  /** One text at a time: where it is made to, a value takes thirty times the memory of its text. */
  readonly parsing: KeyedSemaphore;
  /** Of all workspaces. Nobody waits for a sender here, since each text has come whole. */
  readonly parsingTogether: Semaphore;
  readonly parsed: KeyedSemaphore;
}

export const largeBodies = (mostBytes = MOST_BYTES, mostWaiting = MOST_WAITING): LargeBodies => ({
  bytes: keyedSemaphore(() =>
    semaphore(mostBytes, mostWaiting, () =>
      refuse('not-ready', 'Too many large requests of this workspace wait already. Send it again in a few seconds.', {
        retry_after: 5,
      }),
    ),
  ),
  parsing: keyedSemaphore(() => semaphore(1)),
  parsingTogether: semaphore(PARSED_TOGETHER),
  parsed: keyedSemaphore(() => semaphore(MOST_PARSED)),
});

export interface RoomOfBody {
  /** Resolves once the body may be read. Refuses with `not-ready` where too many wait. */
  enter(owner: string): Promise<void>;
  /** The value of the body as JSON, once there is room for it. Refuses as `parseJson`. */
  parse(owner: string, text: Uint8Array): Promise<unknown>;
  /** Gives all room back, whether or not it was taken. */
  readonly leave: () => void;
}

/**
 * The room that a body of at most `limit` bytes takes; undefined: it is not large. `signal`: its caller has gone away,
 * and waits no longer.
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

/** A place that a request may take in a semaphore, until it is emptied; once it is closed none is kept. */
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
