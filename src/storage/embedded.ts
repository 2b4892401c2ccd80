// Storage that needs no installation: PostgreSQL in this process (PGlite), on a folder of ours or in memory.

import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { clientDb, transactionOn } from './client-db.ts';
import type { Database } from './database.ts';
import { DurableFolder } from './durable-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { pgTypes } from './pg-values.ts';
import { statementNames } from './statement.ts';
import { takingTurns } from './turns.ts';

/** A database that lives and dies with the process: tests, and nothing else. */
export const IN_MEMORY = ':memory:';

/**
 * Opens the embedded database in `folder` (made when absent), durable at every commit. Refuses with `conflict` when
 * another process holds the folder. There is one connection: statements and transactions take turns on it.
 */
export async function openEmbedded(folder: string): Promise<Database> {
  const lock = folder === IN_MEMORY ? undefined : await lockFolder(folder);
  const engine = await startEngine(folder);
  const client = new pg.Client({ ...createPgConfig(engine), types: pgTypes });
  await client.connect();
  await client.query("set time zone 'UTC'");
  const prepare = statementNames();
  const inTurn = takingTurns();
  const direct = clientDb(client, prepare);
  return {
    kind: 'embedded',
    rows: (statement) => inTurn(() => direct.rows(statement)),
    row: (statement) => inTurn(() => direct.row(statement)),
    inTransaction: (work) => inTurn(() => transactionOn(client, prepare, work)),
    script: (text) => inTurn(async () => void (await client.query(text))),
    close: () =>
      inTurn(async () => {
        await engine.close();
        await lock?.release();
      }),
  };
}

function startEngine(folder: string): Promise<PGlite> {
  const extensions = { btree_gin, pg_trgm };
  if (folder === IN_MEMORY) return PGlite.create({ extensions });
  return PGlite.create({
    fs: new DurableFolder(join(folder, 'postgres')),
    extensions,
    // PGlite starts with -F (no fsync); a folder that someone relies on is durable instead.
    startParams: [...PGlite.defaultStartParams.filter((given) => given !== '-F'), '-c', 'wal_sync_method=fsync'],
  });
}
