// A read that many requests ask, as a value. Its statement takes many keys at once, so that all who wait at one moment are
// answered by one query (rounds.ts), and it tells by a token whether an answer that is remembered still holds.
import { nothing, type Sql, sql, trusted } from './sql.ts';

type KeyType = 'uuid' | 'text' | 'integer' | 'timestamptz';
/** The members of a key, by name, with their SQL types. */
export type KeyTypes = Readonly<Record<string, KeyType>>;
export type KeyOf<Types extends KeyTypes> = { readonly [Name in keyof Types]: string | number | null };

/** A row of an answer; `token` changes whenever the answer does. */
export interface TokenRow {
  readonly token: string | null;
}

export interface Question<Types extends KeyTypes = KeyTypes, Row extends TokenRow = TokenRow, Answer = unknown> {
  /** What the answer is about; no two questions share it. */
  readonly name: string;
  readonly key: Types;
  /**
   * Selects `token` and the columns of a Row for the key in the row `asked`, e.g. `where t.trail_id = asked.trail_id`. Where
   * the token is `asked.held` already, it is selected alone, and nothing else is read.
   */
  readonly select: Sql;
  /** The answer out of its rows, none where there is nothing of that key. Shared by all who ask: never changed. */
  answer(rows: readonly Row[]): Answer;
  /** About how many bytes of memory the answer takes. */
  bytes(answer: Answer): number;
}

/** A scalar that is selected beside answers, to tell whether the asker is still who he was (witness.ts). */
export interface Testimony {
  /** No name that a question's key has. */
  readonly key: KeyTypes;
  /** The scalar over the row `asked`. */
  readonly select: Sql;
}

/** A testimony about somebody: the values of its key, in order. */
export interface Witness {
  readonly testimony: Testimony;
  readonly key: readonly string[];
}

/** Names the type of the row, which no value bears: `question<TrailRow>()({ … })`. */
export const question =
  <Row extends TokenRow>() =>
  <Types extends KeyTypes, Answer>(asked: Question<Types, Row, Answer>): Question<Types, Row, Answer> =>
    asked;

/** Keys as columns: the values of each member, in the order of the key, then the token held. */
export type Columns = readonly (readonly unknown[])[];

/** The statement for as many keys as the columns have values; its rows bear the number of their key from 1 as `n`. */
export function statementOf({ key, select }: Question, testimony: Testimony | undefined): (columns: Columns) => Sql {
  const types = { ...key, held: 'text', ...testimony?.key };
  const names = trusted([...Object.keys(types), 'n'].join(', '));
  const stamp = testimony === undefined ? nothing : sql`${testimony.select} as stamp, `;
  const head = sql`select asked.n, ${stamp}answer.* from unnest(`;
  const tail = sql`) with ordinality as asked (${names}) left join lateral (${select}) answer on true`;
  const casts = Object.values(types).map((type) => `::${type}[]`);
  const pieces = [
    head.pieces.join(''),
    ...casts.slice(0, -1).map((cast) => `${cast}, `),
    `${casts.at(-1)}${tail.pieces.join('')}`,
  ];
  return (columns) => ({ pieces, values: columns });
}
