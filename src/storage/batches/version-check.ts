// Optimistic authorization: use the cached caller and check its authorization version (of the credential, person,
// membership and workspace) in the request's first query. If it moved, nothing of the answer is used: the caller is
// looked up again and the request is served once more. So a key costs no look-up, and a revocation holds on the next
// request in every process.

import type { Database, Reader, TransactionOptions, Tx } from '../database.ts';
import { isSelect, type Sql, trusted } from '../sql.ts';
import { nothingElse, type VersionCheck, versionHolds } from './batched-read.ts';

/** Thrown when a cached caller's authorization version moved: look the caller up and serve the request again. */
export class StaleCaller extends Error {}

export interface CheckedDatabase extends Database {
  /** Checks the caller's authorization version, where no query of the request has done so yet. */
  confirm(): Promise<unknown>;
  readonly confirmedBy: ConfirmedBy;
}

/** The check as a condition, for a statement that does something for many callers at once. */
export interface CallerCheck {
  /** Callers of one key have one condition. */
  readonly key: string;
  readonly holds: Sql;
}

/**
 * Runs `work`, which does nothing and answers undefined unless the check holds: any other answer confirms the caller.
 */
export type ConfirmedBy = <Result>(
  work: (check: CallerCheck) => Promise<Result | undefined>,
) => Promise<Result | undefined>;

/** Of a caller who was just looked up or confirmed. */
export const HOLDS: CallerCheck = { key: '', holds: trusted('true') };

/**
 * `database` for one request of a cached caller; `authorization_version` is the one that the caller was cached with.
 */
export function withVersionCheck(
  database: Database,
  versionCheck: VersionCheck,
  authorization_version: string,
): CheckedDatabase {
  let confirmed: Promise<unknown> | undefined;
  const checkedRead: Database['readChecked'] = async (asked, key) => {
    const result = await database.readChecked(asked, key, versionCheck);
    if (result.authorization_version !== authorization_version) throw new StaleCaller();
    return result;
  };
  const confirm = (): Promise<unknown> => (confirmed ??= checkedRead(nothingElse, {}, versionCheck));
  const read: Reader['read'] = async (asked, key) => {
    if (confirmed !== undefined) return (await Promise.all([database.read(asked, key), confirmed]))[0];
    const result = checkedRead(asked, key, versionCheck);
    confirmed = result;
    return (await result).answer;
  };
  const rows = async <Row extends object>(statement: Sql): Promise<Row[]> => {
    if (isSelect(statement)) return (await Promise.all([database.rows<Row>(statement), confirm()]))[0];
    await confirm();
    return database.rows<Row>(statement);
  };
  const check = (): CallerCheck => ({
    key: `${versionCheck.key.join(' ')} ${authorization_version}`,
    holds: versionHolds(versionCheck, authorization_version),
  });
  const confirmedBy: ConfirmedBy = async (work) => {
    const answer = await work(check());
    if (answer !== undefined) confirmed = Promise.resolve();
    return answer;
  };
  return {
    takesTurns: database.takesTurns,
    giveWay: database.giveWay,
    rows,
    row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0],
    read,
    readChecked: checkedRead,
    ...(database.remember && { remember: database.remember }),
    inTransaction: async <Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions) => {
      await confirm();
      return database.inTransaction(work, options);
    },
    script: database.script,
    health: database.health,
    stats: database.stats,
    close: database.close,
    confirm,
    confirmedBy,
  };
}

/** A caller just looked up needs no check. */
export const withoutVersionCheck = (database: Database): CheckedDatabase => ({
  ...database,
  confirm: async () => {},
  confirmedBy: (work) => work(HOLDS),
});
