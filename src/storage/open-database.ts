// Opens the storage that the configuration names.
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

export interface StorageSetting {
  readonly database:
    | { readonly kind: 'embedded'; readonly folder: string }
    | { readonly kind: 'postgres'; readonly url: string };
  readonly poolSize: number;
}

/** `onIdleFailure` is told when an idle connection to a server is lost. Refuses with `conflict` a folder in use. */
export async function openDatabase(
  { database, poolSize }: StorageSetting,
  onIdleFailure: (failure: Error) => void,
): Promise<Database> {
  if (database.kind === 'embedded') return openEmbedded(database.folder);
  return openPostgres({ url: database.url, poolSize, onIdleFailure });
}
