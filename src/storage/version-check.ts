// A remembered caller, confirmed beside his request's first query: the stamps of everything that his authority rests on
// (credential, person, membership, workspace) are read with it. When a stamp moved since he was remembered, nothing of
// the answer is used; he is looked up afresh. So a key is checked without a look-up of its own, and a revocation still
// holds on the next request, in every process.

import { batchedRead, type VersionCheck } from './batched-read.ts';
import type { Database, Reader, TransactionOptions, Tx } from './database.ts';
import { isSelect, type Sql, sql } from './sql.ts';

/** Thrown when a remembered caller is no longer what he was: look him up and serve the request again. */
export class StaleCaller extends Error {}

export interface CheckedDatabase extends Database {
  /** Makes sure that the caller is still what he was, where no query of the request has done so yet. */
  confirm(): Promise<void>;
}

/** `database` for one request of a remembered caller; `stamp` is what the witness said then. */
export function withVersionCheck(
  database: Database,
  versionCheck: VersionCheck,
  authorization_version: string,
): CheckedDatabase {
  let confirmed: Promise<void> | undefined;
  const checkedRead: Database['readChecked'] = async (asked, key) => {
    const result = await database.readChecked(asked, key, versionCheck);
    if (result.authorization_version !== authorization_version) throw new StaleCaller();
    return result;
  };
  const confirm = (): Promise<void> => (confirmed ??= checkedRead(nothingElse, {}, versionCheck).then(() => undefined));
  const read: Reader['read'] = async (asked, key) => {
    if (confirmed !== undefined) return (await Promise.all([database.read(asked, key), confirmed]))[0];
    const result = checkedRead(asked, key, versionCheck);
    confirmed = result.then(() => undefined);
    confirmed.catch(() => undefined); // Whoever awaits the answer is told.
    return (await result).answer;
  };
  const rows = async <Row extends object>(statement: Sql): Promise<Row[]> => {
    if (isSelect(statement)) return (await Promise.all([database.rows<Row>(statement), confirm()]))[0];
    await confirm();
    return database.rows<Row>(statement);
  };
  return {
    rows,
    row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0],
    read,
    readChecked: checkedRead,
    inTransaction: async <Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions) => {
      await confirm();
      return database.inTransaction(work, options);
    },
    script: database.script,
    health: database.health,
    stats: database.stats,
    close: database.close,
    confirm,
  };
}

/** A caller just looked up needs no witness. */
export const withoutVersionCheck = (database: Database): CheckedDatabase => ({ ...database, confirm: async () => {} });

/** The witness alone. */
const nothingElse = batchedRead()({
  name: 'nothing',
  key: {},
  select: (columns) => sql`select ${columns}`,
  columns: sql`true as yes`,
  version: sql`''`,
  answer: () => undefined,
  bytes: () => 0,
});
