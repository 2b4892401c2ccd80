// Questions in rounds: everyone who asks while a round is under way is answered by the next one, in one query. Alone, a
// question costs one query; under load many share it. Every answer is read after it was asked for, so nobody is told
// what held before. Answers are remembered, and read again only when their token has moved.
import { LRUCache } from 'lru-cache';
import { isRefusal } from '../base/refusal.ts';
import type { AsksTestified, Db, Testified } from './database.ts';
import {
  type KeyOf,
  type KeyTypes,
  type Question,
  type RoundRow,
  roundStatement,
  type Testimony,
  type Witness,
} from './question.ts';

/** Beyond this many keys the rest waits for the next round. */
const MOST_KEYS = 100;
const MOST_REMEMBERED_BYTES = 64 * 1_048_576;

interface Remembered {
  readonly token: string;
  readonly answer: unknown;
}

/** One key of a round and everybody who waits for it. */
interface Seat {
  readonly key: readonly unknown[];
  readonly memoryKey: string;
  readonly held: Remembered | undefined;
  readonly witness: Witness | undefined;
  readonly promise: Promise<Testified<unknown>>;
  readonly settle: (answer: Testified<unknown>) => void;
  readonly fail: (thrown: unknown) => void;
}

/** Where those wait who ask one question under one testimony. */
type Lane = (memoryKey: string, key: readonly unknown[], witness: Witness | undefined) => Promise<Testified<unknown>>;

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
    return lane(JSON.stringify([asked.name, values]), values, witness) as Promise<Testified<never>>;
  };
  return {
    askTestified,
    ask: async <Types extends KeyTypes, Row extends object, Answer>(
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
  const statement = roundStatement(asked, testimony);
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
      const callers = [...new Set(seats.flatMap(({ witness }) => witness ?? []))];
      const found = await rows<RoundRow>(statement(keysOf(seats, callers), columnsOf(callers.map(({ key }) => key))));
      for (const row of found) {
        const seat = seats[row.n - 1];
        seat?.settle({ answer: answerOf(seat, row), stamp: row.stamp ?? null });
      }
    } catch (thrown) {
      if (seats.length === 1 || isRefusal(thrown, 'not-ready')) for (const seat of seats) seat.fail(thrown);
      // One key that the database will not take is no reason to refuse its neighbours.
      else for (const seat of seats) await answerAll([seat]);
    }
  };

  const answerOf = ({ held, memoryKey }: Seat, { token, rows: found }: RoundRow): unknown => {
    if (held?.token === token) return held.answer;
    const answer = asked.answer(found === null ? [] : JSON.parse(found));
    memory.set(memoryKey, { token, answer }, { size: asked.bytes(answer) + memoryKey.length });
    return answer;
  };

  return (memoryKey, key, witness) => {
    const id = witness === undefined ? memoryKey : `${memoryKey} ${witness.key.join(' ')}`;
    const known = waiting.get(id);
    if (known !== undefined) return known.promise;
    const seat = seatOf(key, memoryKey, memory.get(memoryKey), witness);
    waiting.set(id, seat);
    // At the end of the turn, so that what arrives together is asked together.
    if (waiting.size === 1) setImmediate(begin);
    return seat.promise;
  };
}

function seatOf(
  key: readonly unknown[],
  memoryKey: string,
  held: Remembered | undefined,
  witness: Witness | undefined,
): Seat {
  let settle: Seat['settle'] = () => {};
  let fail: Seat['fail'] = () => {};
  const promise = new Promise<Testified<unknown>>((done, failed) => {
    settle = done;
    fail = failed;
  });
  return { key, memoryKey, held, witness, promise, settle, fail };
}

/** Each seat's key, the token it holds, and the number of its caller. */
const keysOf = (seats: readonly Seat[], callers: readonly Witness[]): unknown[][] =>
  columnsOf(
    seats.map(({ key, held, witness }) => [
      ...key,
      held?.token ?? null,
      ...(witness === undefined ? [] : [callers.indexOf(witness) + 1]),
    ]),
  );

/** Rows of equal length as columns. */
const columnsOf = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  (rows[0] ?? []).map((_, place) => rows.map((row) => row[place]));
