// The secrets that all processes of the service share: CAIRN_SECRET, or those that the database keeps. They are known
// once the database was prepared; until then no request that needs one comes through.
import type { Database } from '../storage/database.ts';
import { sharedSecret } from '../storage/shared-secret.ts';

export interface ServiceSecrets {
  /** Signs the cursors of lists. */
  readonly cursorKey: () => Buffer;
  /** Seals what is stored and read again, such as secrets of single sign-on. Empty until it is known. */
  readonly sealing: () => string;
  readonly areKnown: () => boolean;
  /** Reads them, or makes them where nobody has yet. */
  readonly load: (database: Database) => Promise<void>;
}

export function serviceSecrets(configured: string | undefined): ServiceSecrets {
  let cursorKey = Buffer.alloc(0);
  let sealing = '';
  return {
    cursorKey: () => cursorKey,
    sealing: () => sealing,
    areKnown: () => sealing !== '',
    async load(database) {
      const secretFor = async (use: string): Promise<string> => configured ?? (await sharedSecret(database, use));
      const [forCursors, forSealing] = await Promise.all([secretFor('cursors'), secretFor('sealed-secrets')]);
      cursorKey = Buffer.from(forCursors);
      sealing = forSealing;
    },
  };
}
