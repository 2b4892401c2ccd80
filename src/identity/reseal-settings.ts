// Reseals the secrets of single sign-on (reseal.ts).
import type { Secrets } from '../base/secrets.ts';
import type { Db } from '../storage/database.ts';
import { type Resealed, resealAll } from './reseal.ts';
import { sealedClientSecrets } from './sealed-settings-store.ts';

export const resealClientSecrets = (db: Db, secrets: Secrets): Promise<Resealed> =>
  resealAll(db, sealedClientSecrets, secrets);
