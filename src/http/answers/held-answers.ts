// Large answers that stand in memory as a whole (archives) while their callers take them: so many bytes at a time, of
// one workspace and of all. What comes beyond is refused, so that no slow caller takes the memory of the others.
import { type Refusal, refuse } from '../../base/refusal.ts';

/** What is no larger is not counted. */
const LARGE = 1_048_576;
const MOST_BYTES = 512 * 1_048_576;
/** Of one workspace, or of one address where nobody is signed in. */
const MOST_OF_ONE = 256 * 1_048_576;
/** A caller who takes nothing for so long has gone away without a word. */
const SILENT_MS = 120_000;

export interface HeldAnswers {
  /**
   * Counts the bytes until `response` is closed, once where several callers take the same. Answers `not-ready` where
   * there is no room for them beside others; a single answer of any size has room.
   */
  hold(owner: string, bytes: Buffer, response: Taken): Refusal | undefined;
}

/** What is needed of a response. */
interface Taken {
  once(event: 'close', closed: () => void): unknown;
  setTimeout(milliseconds: number, silent: () => void): unknown;
  destroy(): unknown;
}

interface Held {
  readonly owner: string;
  takers: number;
}

export function heldAnswers(mostBytes = MOST_BYTES, mostOfOne = MOST_OF_ONE): HeldAnswers {
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
  refuse('not-ready', 'Too many large files are under way to slow callers. Ask again in half a minute.', {
    retry_after: 30,
  });
