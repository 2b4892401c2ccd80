// Opens the storage that the configuration names.
import type { Tracing } from '../base/tracing.ts';
import type { Database } from './database.ts';
import type { Deadlines } from './deadlines.ts';
import { tracedDatabase } from './traced-database.ts';

export interface StorageSetting {
  readonly database:
    | { readonly kind: 'embedded'; readonly folder: string }
    | { readonly kind: 'postgres'; readonly url: string };
  /** A standby to read from, in the same notation; undefined: none. */
  readonly readUrl?: string | undefined;
  readonly poolSize: number;
  readonly deadlines: Deadlines;
  readonly prepareStatements: boolean;
  readonly cacheBytes: number;
}

/**
 * The standby that is read, if there is one; it connects when first asked. `onLoss` and `tracing`: as of
 * `openDatabase`.
 */
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

/** Lists and figures are read anew each time; next to nothing is remembered. */
const STANDBY_CACHE_BYTES = 1_048_576;

/**
 * `onLoss` is called when an idle connection to a server, or the embedded one, is lost. Refuses with `conflict` a
 * folder in use. With `tracing`, statements and transactions are spans.
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
  { database, readUrl, poolSize, deadlines, prepareStatements, cacheBytes }: StorageSetting,
  onLoss: (failure: Error) => void,
  tracing: Tracing | undefined,
): Promise<Database> {
  // Only what is used is loaded: either kind starts the sooner.
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
    tellsPosition,
    onIdleFailure: onLoss,
    tracing,
  });
}
