// The secrets shared by all processes of the service: CAIRN_SECRET, or secrets stored in the database. They are loaded
// when the database is prepared; until then no request that needs them gets through.
import type { Secrets } from '../base/secrets.ts';
import type { CursorKeys } from '../base/signed-cursor.ts';
import type { Database } from '../storage/database.ts';
import { findSharedSecret, sharedSecret } from '../storage/shared-secret.ts';

/** Names of the secrets in the database, used if CAIRN_SECRET is not set. */
export const SHARED_SECRETS = { cursors: 'cursors', sealing: 'sealed-secrets' } as const;

export interface ServiceSecrets {
  /** Sign list cursors. */
  readonly cursorKeys: () => CursorKeys;
  /** Encrypt stored values, such as secrets for single sign-on. Empty strings before `load`. */
  readonly sealing: () => Secrets;
  readonly areKnown: () => boolean;
  /** Loads the secrets, and creates missing ones in the database. */
  readonly load: (database: Database) => Promise<void>;
}

/** The operator's CAIRN_SECRET and CAIRN_SECRET_PREVIOUS. */
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

/** Also accepts the secret in the database, which was used before CAIRN_SECRET was set. */
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
