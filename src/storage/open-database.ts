// Opens the storage that the configuration names.
import type { Database } from './database.ts';
import type { Deadlines } from './deadlines.ts';

export interface StorageSetting {
  readonly database:
    | { readonly kind: 'embedded'; readonly folder: string }
    | { readonly kind: 'postgres'; readonly url: string };
  readonly poolSize: number;
  readonly deadlines: Deadlines;
  readonly prepareStatements: boolean;
  readonly cacheBytes: number;
}

/**
 * `onLoss` is told when an idle connection to a server, or the embedded one, is lost. Refuses with `conflict` a folder
 * in use.
 */
export async function openDatabase(
  { database, poolSize, deadlines, prepareStatements, cacheBytes }: StorageSetting,
  onLoss: (failure: Error) => void,
): Promise<Database> {
  // Only what is used is loaded: either kind starts the sooner.
  if (database.kind === 'embedded') {
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(database.folder, undefined, onLoss, cacheBytes);
  }
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres({ url: database.url, poolSize, deadlines, prepareStatements, cacheBytes, onIdleFailure: onLoss });
}
