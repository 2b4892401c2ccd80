// Optimistic authorization: use the cached caller and check its authorization version (of credential, person,
// membership and workspace) in the request's first query. If it changed, the answer is discarded, the caller is looked
// up again, and the request runs once more. A credential therefore costs no look-up, and a revocation takes effect with
// the next request in every process.

import {
  type BatchedRead,
  type KeyOf,
  type KeyTypes,
  nothingElse,
  type VersionCheck,
  versionHolds,
} from '../batched-read.ts';
import type { Checked, Database, Remember, StorageHealth, TransactionOptions, Tx } from '../database.ts';
import { isSelect, type Sql, trusted } from '../sql.ts';
import type { StorageStats } from '../storage-stats.ts';

/** Thrown when a cached caller's authorization version moved: look the caller up and serve the request again. */
export class StaleCaller extends Error {}

export interface CheckedDatabase extends Database {
  /** Checks the caller's authorization version unless a query of the request has already done so. */
  confirm(): Promise<unknown>;
  readonly confirmedBy: ConfirmedBy;
}

/** The check as an SQL condition, for a statement that serves many callers. */
export interface CallerCheck {
  /** Callers with the same key have the same condition. */
  readonly key: string;
  readonly holds: Sql;
}

/** Runs `work`, which does nothing and returns undefined if the check fails. Any other result confirms the caller. */
export type ConfirmedBy = <Result>(
  work: (check: CallerCheck) => Promise<Result | undefined>,
) => Promise<Result | undefined>;

/** Used if the caller was just looked up or confirmed. */
export const HOLDS: CallerCheck = { key: '', holds: trusted('true') };

/** `database` for one request of a cached caller. `authorization_version` is the cached one. */
export const withVersionCheck = (
  database: Database,
  versionCheck: VersionCheck,
  authorization_version: string,
): CheckedDatabase => new CheckingDatabase(database, versionCheck, authorization_version);

/** A class, so that requests do not create a new set of methods each time. */
class CheckingDatabase implements CheckedDatabase {
  readonly #database: Database;
  readonly #versionCheck: VersionCheck;
  readonly #version: string;
  #confirmed: Promise<unknown> | undefined;
  readonly takesTurns: boolean;
  // These two are arrow functions because they are passed to other functions.
  readonly confirm = (): Promise<unknown> => (this.#confirmed ??= this.readChecked(nothingElse, {}));
  readonly confirmedBy: ConfirmedBy = async (work) => {
    const answer = await work({
      key: `${this.#versionCheck.key.join(' ')} ${this.#version}`,
      holds: versionHolds(this.#versionCheck, this.#version),
    });
    if (answer !== undefined) this.#confirmed = Promise.resolve();
    return answer;
  };

  constructor(database: Database, versionCheck: VersionCheck, version: string) {
    this.#database = database;
    this.#versionCheck = versionCheck;
    this.#version = version;
    this.takesTurns = database.takesTurns;
  }

  async read<Types extends KeyTypes, Row extends object, Answer>(
    asked: BatchedRead<Types, Row, Answer>,
    key: KeyOf<Types>,
  ): Promise<Answer> {
    const confirmed = this.#confirmed;
    if (confirmed !== undefined) return (await Promise.all([this.#database.read(asked, key), confirmed]))[0];
    const result = this.readChecked(asked, key);
    this.#confirmed = result;
    return (await result).answer;
  }

  async readChecked<Types extends KeyTypes, Row extends object, Answer>(
    asked: BatchedRead<Types, Row, Answer>,
    key: KeyOf<Types>,
  ): Promise<Checked<Answer>> {
    const result = await this.#database.readChecked(asked, key, this.#versionCheck);
    if (result.authorization_version !== this.#version) throw new StaleCaller();
    return result;
  }

  async rows<Row extends object>(statement: Sql): Promise<Row[]> {
    if (isSelect(statement)) return (await Promise.all([this.#database.rows<Row>(statement), this.confirm()]))[0];
    await this.confirm();
    return this.#database.rows<Row>(statement);
  }

  async row<Row extends object>(statement: Sql): Promise<Row | undefined> {
    return (await this.rows<Row>(statement))[0];
  }

  async inTransaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    await this.confirm();
    return this.#database.inTransaction(work, options);
  }

  remembering(): Remember {
    return this.#database.remembering?.() ?? (() => undefined);
  }

  giveWay(): Promise<void> {
    return this.#database.giveWay();
  }

  script(text: string): Promise<void> {
    return this.#database.script(text);
  }

  health(): Promise<StorageHealth> {
    return this.#database.health();
  }

  stats(): StorageStats {
    return this.#database.stats();
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** Used if the caller was just looked up and needs no check. */
export const withoutVersionCheck = (database: Database): CheckedDatabase => ({
  ...database,
  confirm: async () => {},
  confirmedBy: (work) => work(HOLDS),
});
