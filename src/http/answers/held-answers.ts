// Limits the memory for large responses (archives) while clients download them, per workspace and in total. Rejects
// responses that exceed the limit, so that slow clients do not use up the memory for others.
import { type Refusal, refuse } from '../../base/refusal.ts';

/** Responses up to this size are not counted. */
const LARGE = 1_048_576;
const MAX_BYTES = 512 * 1_048_576;
/** Per workspace, or per address if no one is signed in. */
const MAX_BYTES_PER_OWNER = 256 * 1_048_576;
/** A client that reads nothing for this long is considered gone. */
const SILENT_MS = 120_000;

export interface HeldAnswers {
  /**
   * Counts the bytes until `response` is closed. Bytes shared by several clients count once. Returns a `not-ready`
   * refusal if they do not fit. A response always fits if it is the only one.
   */
  hold(owner: string, bytes: Buffer, response: Taken): Refusal | undefined;
}

interface Taken {
  once(event: 'close', closed: () => void): unknown;
  setTimeout(milliseconds: number, silent: () => void): unknown;
  destroy(): unknown;
}

interface Held {
  readonly owner: string;
  takers: number;
}

export function heldAnswers(mostBytes = MAX_BYTES, mostOfOne = MAX_BYTES_PER_OWNER): HeldAnswers {
  const held = new Map<Buffer, Held>();
  const bytesOf = (owner?: string): number => {
    let sum = 0;
    for (const [bytes, one] of held) if (owner === undefined || one.owner === owner) sum += bytes.length;
    return sum;
  };
  const hasRoom = (owner: string, { length }: Buffer): boolean => {
    const [all, own] = [bytesOf(), bytesOf(owner)];
    return (all === 0 || all + length <= mostBytes) && (own === 0 || own + length <= mostOfOne);
  };
  return {
    hold(owner, bytes, response) {
      if (bytes.length <= LARGE) return undefined;
      const before = held.get(bytes);
      if (before === undefined && !hasRoom(owner, bytes)) return tooMany();
      const one = before ?? { owner, takers: 0 };
      one.takers += 1;
      held.set(bytes, one);
      response.setTimeout(SILENT_MS, () => response.destroy());
      response.once('close', () => {
        one.takers -= 1;
        if (one.takers === 0) held.delete(bytes);
      });
      return undefined;
    },
  };
}

const tooMany = (): Refusal =>
  refuse('not-ready', 'Too many slow downloads of large files are running. Try again in half a minute.', {
    retry_after: 30,
  });
