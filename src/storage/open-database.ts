// Opens the storage that the configuration names.
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';

export interface StorageSetting {
  readonly database:
    | { readonly kind: 'embedded'; readonly folder: string }
    | { readonly kind: 'postgres'; readonly url: string };
  readonly poolSize: number;
}

/** `onLoss` is told when an idle connection to a server, or the embedded one, is lost. Refuses with `conflict` a folder in use. */
export async function openDatabase(
  { database, poolSize }: StorageSetting,
  onLoss: (failure: Error) => void,
): Promise<Database> {
  if (database.kind === 'embedded') {
    // Loaded only where it is used: a process beside a server starts the sooner.
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(database.folder, undefined, onLoss);
  }
  return openPostgres({ url: database.url, poolSize, onIdleFailure: onLoss });
}
