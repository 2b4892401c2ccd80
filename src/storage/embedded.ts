// Storage that needs no installation: PostgreSQL in this process (PGlite), on a folder of ours or in memory.

import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { clientDb, transactionOn } from './client-db.ts';
import type { Database, Db } from './database.ts';
import { DurableFolder } from './durable-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { pgTypes } from './pg-values.ts';
import { inRounds } from './rounds.ts';
import { statementNames } from './statement.ts';
import { statisticsDue } from './statistics-due.ts';
import { takingTurns } from './turns.ts';

/** A database that lives and dies with the process: tests, and nothing else. */
export const IN_MEMORY = ':memory:';

export interface EmbeddedDatabase extends Database {
  /** All of it at one moment, as a tar archive that `openEmbedded` can begin from. */
  dump(): Promise<Blob>;
}

/**
 * Opens the embedded database in `folder` (made when absent), durable at every commit; an absent one begins from `dump`
 * where that is given. Refuses with `conflict` when another process holds the folder. There is one connection: statements
 * and transactions take turns on it.
 */
export async function openEmbedded(folder: string, dump?: Blob): Promise<EmbeddedDatabase> {
  const lock = folder === IN_MEMORY ? undefined : await lockFolder(folder);
  const engine = await startEngine(folder, dump).catch(async (thrown: unknown) => {
    await lock?.release();
    throw thrown;
  });
  const client = new pg.Client({ ...createPgConfig(engine), types: pgTypes });
  await client.connect();
  await client.query("set time zone 'UTC'");
  const prepare = statementNames();
  const inTurn = takingTurns();
  const direct = clientDb(client, prepare);
  const isDue = statisticsDue();
  const counted = <Result>(asked: Promise<Result>): Promise<Result> => {
    // After what was asked, and nobody's failure: older statistics make slower plans, not wrong ones.
    if (isDue()) void inTurn(() => client.query('analyze')).catch(() => undefined);
    return asked;
  };
  const rows: Db['rows'] = (statement) => counted(inTurn(() => direct.rows(statement)));
  return {
    kind: 'embedded',
    rows,
    row: (statement) => counted(inTurn(() => direct.row(statement))),
    ...inRounds(rows, 1),
    inTransaction: (work) => counted(inTurn(() => transactionOn(client, prepare, work))),
    script: (text) => inTurn(async () => void (await client.query(text))),
    dump: () => inTurn(() => engine.dumpDataDir('none')),
    close: () =>
      inTurn(async () => {
        await engine.close();
        await lock?.release();
      }),
  };
}

function startEngine(folder: string, dump: Blob | undefined): Promise<PGlite> {
  const beginning = { extensions: { btree_gin, pg_trgm }, ...(dump === undefined ? {} : { loadDataDir: dump }) };
  if (folder === IN_MEMORY) return PGlite.create(beginning);
  return PGlite.create({
    ...beginning,
    fs: new DurableFolder(join(folder, 'postgres')),
    // PGlite starts with -F (no fsync); a folder that someone relies on is durable instead.
    startParams: [...PGlite.defaultStartParams.filter((given) => given !== '-F'), '-c', 'wal_sync_method=fsync'],
  });
}
