// A remembered caller, confirmed beside his request's first query: the stamps of everything that his authority rests on
// (credential, person, membership, workspace) are read with it. When a stamp moved since he was remembered, nothing of
// the answer is used; he is looked up afresh. So a key is checked without a look-up of its own, and a revocation still
// holds on the next request, in every process.
import type { Database, Reader, Tx } from './database.ts';
import { question, type Witness } from './question.ts';
import { type Sql, sql } from './sql.ts';

/** Thrown when a remembered caller is no longer what he was: look him up and serve the request again. */
export class StaleCaller extends Error {}

export interface WitnessedDatabase extends Database {
  /** Makes sure that the caller is still what he was, where no query of the request has done so yet. */
  confirm(): Promise<void>;
}

/** `database` for one request of a remembered caller; `stamp` is what the witness said then. */
export function witnessed(database: Database, witness: Witness, stamp: string): WitnessedDatabase {
  let confirmed: Promise<void> | undefined;
  const testified: Database['askTestified'] = async (asked, key) => {
    const told = await database.askTestified(asked, key, witness);
    if (told.stamp !== stamp) throw new StaleCaller();
    return told;
  };
  const confirm = (): Promise<void> => (confirmed ??= testified(nothingElse, {}, witness).then(() => undefined));
  const ask: Reader['ask'] = async (asked, key) => {
    if (confirmed !== undefined) return (await Promise.all([database.ask(asked, key), confirmed]))[0];
    const told = testified(asked, key, witness);
    confirmed = told.then(() => undefined);
    confirmed.catch(() => undefined); // Whoever awaits the answer is told.
    return (await told).answer;
  };
  const rows = async <Row extends object>(statement: Sql): Promise<Row[]> => {
    if (isSelect(statement)) return (await Promise.all([database.rows<Row>(statement), confirm()]))[0];
    await confirm();
    return database.rows<Row>(statement);
  };
  return {
    rows,
    row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0],
    ask,
    askTestified: testified,
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

/** The witness alone. */
const nothingElse = question()({
  name: 'nothing',
  key: {},
  select: (columns) => sql`select ${columns}`,
  columns: sql`true as yes`,
  writing: sql`''`,
  answer: () => undefined,
  bytes: () => 0,
});

/** What only reads may run while the caller is confirmed; anything else waits for it. */
const isSelect = (statement: Sql): boolean => /^\s*select\b/i.test(statement.pieces[0] ?? '');
