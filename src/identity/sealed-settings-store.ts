// The SQL that reads and replaces the sealed secrets of single sign-on, row by row.
import { limitOf } from '../storage/limit.ts';
import { sql } from '../storage/sql.ts';
import type { SealedTexts } from './reseal.ts';

const BATCH = 200;

/** The client secrets for identity providers, bound to the workspace. */
export const sealedClientSecrets: SealedTexts = {
  async next(db, after) {
    const rows = await db.rows<{ team_id: string; sealed: string }>(sql`
      select team_id, sealed_secret as sealed from single_sign_on
      where sealed_secret is not null and team_id > ${after.team_id} order by team_id ${limitOf(BATCH)}`);
    return rows.map((row) => ({ ...row, id: row.team_id, column: 'sealed_secret', place: row.team_id }));
  },
  replace: (db, { team_id, sealed: before }, sealed) =>
    db.rows(sql`
      update single_sign_on set sealed_secret = ${sealed} where team_id = ${team_id} and sealed_secret = ${before}`),
};
