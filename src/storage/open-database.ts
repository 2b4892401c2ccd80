// Opens the configured storage.
import type { Tracing } from '../base/tracing.ts';
import type { Database } from './database.ts';
import type { Deadlines } from './deadlines.ts';
import { tracedDatabase } from './traced-database.ts';

export interface StorageSetting {
  readonly database:
    | { readonly kind: 'embedded'; readonly folder: string }
    | { readonly kind: 'postgres'; readonly url: string };
  /** A standby for reading, in the same notation, or undefined. */
  readonly readUrl?: string | undefined;
  readonly poolSize: number;
  readonly deadlines: Deadlines;
  readonly prepareStatements: boolean;
  readonly cacheBytes: number;
  readonly connectionName?: 'cairn command' | undefined;
}

/** Opens the standby, if configured. It connects on demand. For `onLoss` and `tracing`, see `openDatabase`. */
export async function openStandby(
  { readUrl, poolSize, deadlines, prepareStatements }: StorageSetting,
  onLoss: (failure: Error) => void,
  tracing?: Tracing,
): Promise<Database | undefined> {
  if (readUrl === undefined) return undefined;
  const { openPostgres } = await import('./server/postgres.ts');
  const standby = openPostgres({
    url: readUrl,
    poolSize,
    deadlines,
    prepareStatements,
    cacheBytes: STANDBY_CACHE_BYTES,
    tellsPosition: true,
    onIdleFailure: onLoss,
    tracing,
  });
  return tracing === undefined ? standby : tracedDatabase(standby, tracing);
}

/** Lists and figures are read again each time, so there is almost nothing to cache. */
const STANDBY_CACHE_BYTES = 1_048_576;

/**
 * Opens the configured database. `onLoss` is called when an idle server connection, or the embedded one, is lost. Fails
 * with `conflict` if the folder is in use. With `tracing`, statements and transactions become spans.
 */
export async function openDatabase(
  setting: StorageSetting,
  onLoss: (failure: Error) => void,
  tracing?: Tracing,
): Promise<Database> {
  const database = await openStorage(setting, onLoss, tracing);
  return tracing === undefined ? database : tracedDatabase(database, tracing);
}

async function openStorage(
  { database, readUrl, poolSize, deadlines, prepareStatements, cacheBytes, connectionName }: StorageSetting,
  onLoss: (failure: Error) => void,
  tracing: Tracing | undefined,
): Promise<Database> {
  // Load only the storage in use, which makes startup faster.
  if (database.kind === 'embedded') {
    const { openEmbedded } = await import('./embedded/embedded.ts');
    return openEmbedded(database.folder, { onLoss, cacheBytes, tracing });
  }
  const { openPostgres } = await import('./server/postgres.ts');
  const tellsPosition = readUrl !== undefined;
  return openPostgres({
    url: database.url,
    poolSize,
    deadlines,
    prepareStatements,
    cacheBytes,
    connectionName,
    tellsPosition,
    onIdleFailure: onLoss,
    tracing,
  });
}
