// Questions in rounds: everyone who asks while a round is under way is answered by the next one, in one query. Alone, a
// question costs one query; under load many share it. Every answer is read after it was asked for, so nobody is told
// what held before. Answers are remembered, and read again only when their token has moved.
import { LRUCache } from 'lru-cache';
import { isRefusal } from '../base/refusal.ts';
import type { AsksTestified, Db, Testified } from './database.ts';
import { type KeyOf, type KeyTypes, type Question, statementOf, type Testimony, type TokenRow } from './question.ts';

/** Beyond this many keys the rest waits for the next round. */
const MOST_KEYS = 100;
const MOST_REMEMBERED_BYTES = 64 * 1_048_576;

interface Remembered {
  readonly token: string;
  readonly answer: unknown;
}

/** One key of a round and everybody who waits for it. */
interface Seat {
  readonly values: readonly unknown[];
  readonly memoryKey: string;
  readonly held: Remembered | undefined;
  readonly promise: Promise<Testified<unknown>>;
  readonly settle: (answer: Testified<unknown>) => void;
  readonly fail: (thrown: unknown) => void;
}

type AnswerRow = TokenRow & { readonly n: number; readonly stamp?: string | null };
type Lane = (memoryKey: string, key: readonly unknown[], testimony: readonly unknown[]) => Promise<Testified<unknown>>;

/** Asks through `rows`; of each question so many rounds at a time. */
export function inRounds(rows: Db['rows'], roundsAtOnce: number): AsksTestified {
  const memory = new LRUCache<string, Remembered>({ maxSize: MOST_REMEMBERED_BYTES });
  const lanes = new Map<Question, Map<Testimony | undefined, Lane>>();
  const laneOf = (asked: Question, testimony: Testimony | undefined): Lane => {
    const known = lanes.get(asked) ?? new Map<Testimony | undefined, Lane>();
    lanes.set(asked, known);
    const lane = known.get(testimony) ?? openLane(rows, memory, asked, testimony, roundsAtOnce);
    known.set(testimony, lane);
    return lane;
  };
  const askTestified: AsksTestified['askTestified'] = (asked, key, witness) => {
    const values = Object.keys(asked.key).map((name) => key[name]);
    const lane = laneOf(asked, witness?.testimony);
    return lane(`${asked.name} ${values.join(' ')}`, values, witness?.key ?? []) as Promise<Testified<never>>;
  };
  return {
    askTestified,
    ask: async <Types extends KeyTypes, Row extends TokenRow, Answer>(
      asked: Question<Types, Row, Answer>,
      key: KeyOf<Types>,
    ) => (await askTestified(asked, key, undefined)).answer,
  };
}

function openLane(
  rows: Db['rows'],
  memory: LRUCache<string, Remembered>,
  asked: Question,
  testimony: Testimony | undefined,
  roundsAtOnce: number,
): Lane {
  const statement = statementOf(asked, testimony);
  let waiting = new Map<string, Seat>();
  let underWay = 0;

  const begin = (): void => {
    if (waiting.size === 0 || underWay >= roundsAtOnce) return;
    const seats = [...waiting.values()].slice(0, MOST_KEYS);
    waiting = new Map([...waiting].slice(seats.length));
    underWay += 1;
    void answerAll(seats).finally(() => {
      underWay -= 1;
      begin();
    });
  };

  const answerAll = async (seats: readonly Seat[]): Promise<void> => {
    try {
      const columns = seats[0]?.values.map((_, place) => seats.map((seat) => seat.values[place])) ?? [];
      const groups = grouped(await rows<AnswerRow>(statement(columns)), seats.length);
      for (const [place, seat] of seats.entries()) seat.settle(answered(seat, groups[place] ?? []));
    } catch (thrown) {
      if (seats.length === 1 || isRefusal(thrown, 'not-ready')) for (const seat of seats) seat.fail(thrown);
      // One key that the database will not take is no reason to refuse its neighbours.
      else for (const seat of seats) await answerAll([seat]);
    }
  };

  const answered = (seat: Seat, group: readonly AnswerRow[]): Testified<unknown> => {
    const { stamp = null, token = null } = group[0] ?? {};
    if (seat.held !== undefined && token === seat.held.token) return { answer: seat.held.answer, stamp };
    const answer = asked.answer(token === null ? [] : group);
    if (token === null) memory.delete(seat.memoryKey);
    else memory.set(seat.memoryKey, { token, answer }, { size: asked.bytes(answer) + seat.memoryKey.length });
    return { answer, stamp };
  };

  return (memoryKey, key, testified) => {
    const id = testified.length === 0 ? memoryKey : `${memoryKey} ${testified.join(' ')}`;
    const known = waiting.get(id);
    if (known !== undefined) return known.promise;
    const held = memory.get(memoryKey);
    const seat = seatOf([...key, held?.token ?? null, ...testified], memoryKey, held);
    waiting.set(id, seat);
    // At the end of the turn, so that what arrives together is asked together.
    if (waiting.size === 1) setImmediate(begin);
    return seat.promise;
  };
}

function seatOf(values: readonly unknown[], memoryKey: string, held: Remembered | undefined): Seat {
  let settle: Seat['settle'] = () => {};
  let fail: Seat['fail'] = () => {};
  const promise = new Promise<Testified<unknown>>((done, failed) => {
    settle = done;
    fail = failed;
  });
  return { values, memoryKey, held, promise, settle, fail };
}

/** The rows of each key, by its place in the round. */
function grouped(rows: readonly AnswerRow[], keys: number): AnswerRow[][] {
  const groups = Array.from({ length: keys }, (): AnswerRow[] => []);
  for (const row of rows) groups[row.n - 1]?.push(row);
  return groups;
}
