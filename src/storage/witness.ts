// A remembered caller, confirmed for free: the first query of a request also reads the stamps of everything that the
// caller's authority rests on (credential, person, membership, workspace). When a stamp moved since he was remembered,
// nothing of the answer is used; the caller is looked up afresh. So a key is checked without a query of its own, and a
// revocation still holds on the next request, in every process.
import type { Database, Tx } from './database.ts';
import { type Sql, sql } from './sql.ts';

/** Thrown when a remembered caller is no longer what he was: look him up and serve the request again. */
export class StaleCaller extends Error {}

export interface WitnessedDatabase extends Database {
  /** Confirms by a query of its own, where no query of the request has done so yet. */
  confirm(): Promise<void>;
}

/** `database` for one request of a remembered caller: `stampNow` selects his stamps, `stamp` is what they were. */
export function witnessed(database: Database, stampNow: Sql, stamp: string): WitnessedDatabase {
  let confirmed = false;
  const check = (now: string | null | undefined): void => {
    if (now !== stamp) throw new StaleCaller();
    confirmed = true;
  };
  const confirm = async (): Promise<void> => {
    if (confirmed) return;
    const row = await database.row<{ witness_stamp: string | null }>(sql`select ${stampNow} as witness_stamp`);
    check(row?.witness_stamp);
  };
  const rows = async <Row extends object>(statement: Sql): Promise<Row[]> => {
    if (confirmed) return database.rows<Row>(statement);
    if (!isSelect(statement)) {
      await confirm();
      return database.rows<Row>(statement);
    }
    const answer = await database.rows<Row & { witness_stamp?: string }>(
      sql`select answer.*, ${stampNow} as witness_stamp from (${statement}) as answer`,
    );
    for (const row of answer) {
      if (!confirmed) check(row.witness_stamp);
      delete row.witness_stamp;
    }
    if (!confirmed) await confirm();
    return answer;
  };
  return {
    kind: database.kind,
    rows,
    row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0],
    inTransaction: async <Result>(work: (tx: Tx) => Promise<Result>) => {
      await confirm();
      return database.inTransaction(work);
    },
    script: database.script,
    close: database.close,
    confirm,
  };
}

/** A caller just looked up needs no witness. */
export const unwitnessed = (database: Database): WitnessedDatabase => ({ ...database, confirm: async () => {} });

/** Read-only statements can be wrapped; anything else is confirmed by a query before it runs. */
const isSelect = (statement: Sql): boolean => /^\s*select\b/i.test(statement.pieces[0] ?? '');
