// SQL for the sealed secrets of webhooks and audit streams, row by row.
import type { SealedRow, SealedText, SealedTexts } from '../identity/reseal.ts';
import type { Db } from '../storage/database.ts';
import { limitOf } from '../storage/limit.ts';
import { type Sql, sql, trusted } from '../storage/sql.ts';
import { streamPlace, webhookPlace } from './sealed-places.ts';

const BATCH = 200;

interface SealedTable {
  readonly table: string;
  /** The column that identifies the row within its workspace. */
  readonly key: string;
  readonly columns: readonly string[];
  readonly placeOf: (teamId: string, id: string) => string;
}

const textsOf = ({ table, key, columns, placeOf }: SealedTable): SealedTexts => ({
  async next(db, after) {
    const rows = await rowsAfter(
      db,
      { table: trusted(table), key: trusted(key), columns: trusted(columns.join(', ')) },
      after,
    );
    return rows.flatMap((row) => columns.flatMap((column) => textIn(row, column, placeOf(row.team_id, row.id))));
  },
  replace: (db, { team_id, id, column, sealed: before }, sealed) =>
    db.rows(sql`
      update ${trusted(table)} set ${trusted(column)} = ${sealed}
      where team_id = ${team_id} and ${trusted(key)} = ${id} and ${trusted(column)} = ${before}`),
});

type Row = SealedRow & Readonly<Record<string, string | null>>;

const rowsAfter = (
  db: Db,
  { table, key, columns }: { readonly table: Sql; readonly key: Sql; readonly columns: Sql },
  after: SealedRow,
): Promise<Row[]> =>
  db.rows<Row>(sql`
    select team_id, ${key} as id, ${columns} from ${table}
    where (team_id, ${key}) > (${after.team_id}::uuid, ${after.id}::uuid) order by team_id, ${key} ${limitOf(BATCH)}`);

function textIn(row: Row, column: string, place: string): SealedText[] {
  const sealed = row[column];
  return typeof sealed === 'string' ? [{ team_id: row.team_id, id: row.id, column, sealed, place }] : [];
}

/** The signing secrets of webhooks, including previous ones. */
export const sealedWebhookSecrets = textsOf({
  table: 'webhook_endpoints',
  key: 'endpoint_id',
  columns: ['sealed_secret', 'sealed_previous'],
  placeOf: webhookPlace,
});

/** The credentials of audit streams for their receivers. */
export const sealedStreamCredentials = textsOf({
  table: 'audit_streams',
  key: 'stream_id',
  columns: ['sealed_authorization'],
  placeOf: streamPlace,
});
