// The secrets that all processes of the service share: CAIRN_SECRET, or those that the database keeps. They are known
// once the database was prepared; until then no request that needs one comes through.
import type { Secrets } from '../base/secrets.ts';
import type { CursorKeys } from '../base/signed-cursor.ts';
import type { Database } from '../storage/database.ts';
import { findSharedSecret, sharedSecret } from '../storage/shared-secret.ts';

/** What the service's own secrets in the database are for, if CAIRN_SECRET is not set. */
export const SHARED_SECRETS = { cursors: 'cursors', sealing: 'sealed-secrets' } as const;

export interface ServiceSecrets {
  /** Sign the cursors of lists. */
  readonly cursorKeys: () => CursorKeys;
  /** Seal what is stored and read again, such as secrets of single sign-on. Empty texts until they are known. */
  readonly sealing: () => Secrets;
  readonly areKnown: () => boolean;
  /** Reads them, and creates those in the database that are missing. */
  readonly load: (database: Database) => Promise<void>;
}

/** What an operator configured: CAIRN_SECRET and CAIRN_SECRET_PREVIOUS. */
export interface ConfiguredSecrets {
  readonly secret: string | undefined;
  readonly previousSecret: string | undefined;
}

export function serviceSecrets(configured: ConfiguredSecrets): ServiceSecrets {
  let cursorKeys: CursorKeys = [Buffer.alloc(0)];
  let sealing: Secrets = [''];
  return {
    cursorKeys: () => cursorKeys,
    sealing: () => sealing,
    areKnown: () => sealing[0] !== '',
    async load(database) {
      const [forCursors, forSealing] = await Promise.all([
        secretsFor(database, configured, SHARED_SECRETS.cursors),
        secretsFor(database, configured, SHARED_SECRETS.sealing),
      ]);
      const [current, ...former] = forCursors.map((secret) => Buffer.from(secret));
      cursorKeys = [current ?? Buffer.alloc(0), ...former];
      sealing = forSealing;
    },
  };
}

/** A secret in the database was the current one before CAIRN_SECRET was set. */
async function secretsFor(
  database: Database,
  { secret, previousSecret }: ConfiguredSecrets,
  use: string,
): Promise<Secrets> {
  const previous = previousSecret === undefined ? [] : [previousSecret];
  if (secret === undefined) return [await sharedSecret(database, use), ...previous];
  const kept = await findSharedSecret(database, use);
  return [secret, ...previous, ...(kept === undefined ? [] : [kept])];
}
