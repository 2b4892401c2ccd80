// A prepared statement that asks for its column descriptions once per connection instead of with each execution, which
// saves work on both sides. PostgreSQL refuses to execute it if its columns have changed (failures.ts, `unprepared`).
import type pg from 'pg';
import utils from 'pg/lib/utils.js';
import type { ResultField, StatementResult } from '../client-db.ts';
import { pgTypes } from '../pg-values.ts';

type Row = Record<string, unknown>;

/** A statement with a name that is unique to its text on the connection. */
interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Parses the values of the result; undefined for the usual parsers. */
  readonly types?: pg.CustomTypesConfig | undefined;
}

interface Column extends ResultField {
  readonly parse: (text: string) => unknown;
}

/** The columns of a connection's prepared statements, by name. */
export type PreparedColumns = Map<string, readonly Column[]>;

/** A connection that tracks its prepared statements. */
type PreparingClient = pg.Client & { readonly prepared: PreparedColumns };

/** The result of the statement. Unnamed statements use the driver's standard path. */
export function queryPrepared<Row extends object>(
  client: PreparingClient,
  statement: pg.QueryConfig | string,
): Promise<StatementResult<Row>> {
  if (typeof statement === 'string' || statement.name === undefined) return client.query<Row>(statement);
  const { name, text, values = [], types } = statement;
  return new Promise<StatementResult<object>>((done, fail) => {
    client.query(new PreparedQuery(client.prepared, { name, text, values, types }, done, fail));
  }) as Promise<StatementResult<Row>>;
}

/** Handles the server's messages about one statement for the driver. */
class PreparedQuery implements pg.Submittable {
  /** Also read by the driver and by listeners. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly #prepared: PreparedColumns;
  readonly #types: Pick<pg.CustomTypesConfig, 'getTypeParser'>;
  readonly #done: (result: StatementResult<object>) => void;
  readonly #fail: (thrown: unknown) => void;
  readonly #rows: object[] = [];
  #columns: readonly Column[] | undefined;
  #failure: unknown;

  constructor(
    prepared: PreparedColumns,
    { name, text, values, types = pgTypes }: NamedStatement,
    done: (result: StatementResult<object>) => void,
    fail: (thrown: unknown) => void,
  ) {
    this.name = name;
    this.text = text;
    this.values = values;
    this.#prepared = prepared;
    this.#columns = prepared.get(name);
    this.#types = types;
    this.#done = done;
    this.#fail = fail;
  }

  /** Returns the error if the statement cannot be sent. In that case, nothing was written. */
  submit(connection: pg.Connection): Error | null {
    const { name, text } = this;
    let sent: (string | Buffer | null)[];
    try {
      sent = this.values.map((value) => utils.prepareValue(value));
    } catch (thrown) {
      return thrown instanceof Error ? thrown : new Error(String(thrown));
    }
    connection.stream.cork();
    if (this.#columns === undefined) {
      // If the first execution failed, the statement may be prepared although its columns are unknown.
      connection.close({ type: 'S', name }, true);
      connection.parse({ name, text, types: [] }, true);
    }
    connection.bind({ statement: name, values: sent }, true);
    if (this.#columns === undefined) connection.describe({ type: 'P', name: '' }, true);
    connection.execute({}, true);
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      dataTypeID,
      parse: this.#types.getTypeParser(dataTypeID, 'text'),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    // Columns have names of our statements. An object without a prototype would be slow.
    const row: Row = {};
    try {
      this.#columns?.forEach(({ name, parse }, at) => {
        const text = fields[at] ?? null;
        row[name] = text === null ? null : parse(text);
      });
    } catch (thrown) {
      this.#failure ??= thrown;
    }
    this.#rows.push(row);
  }

  /** Called for an empty statement, which has no rows. */
  handleEmptyQuery(): void {
    this.#prepared.set(this.name, []);
  }

  handleCommandComplete(): void {
    this.#prepared.set(this.name, this.#columns ?? []);
  }

  handleError(thrown: unknown): void {
    this.#fail(thrown);
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#done({ rows: this.#rows, fields: this.#columns ?? [] });
    else this.#fail(this.#failure);
  }
}
