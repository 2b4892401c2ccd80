// Seals the secrets of webhooks and audit streams again (identity/reseal.ts).
import type { Secrets } from '../base/secrets.ts';
import { type Resealed, resealAll } from '../identity/reseal.ts';
import type { Db } from '../storage/database.ts';
import { sealedStreamCredentials, sealedWebhookSecrets } from './sealed-texts-store.ts';

/** The signing secrets of webhooks, the former ones included. */
export const resealWebhooks = (db: Db, secrets: Secrets): Promise<Resealed> =>
  resealAll(db, sealedWebhookSecrets, secrets);

/** What authorizes audit streams at their receivers. */
export const resealStreams = (db: Db, secrets: Secrets): Promise<Resealed> =>
  resealAll(db, sealedStreamCredentials, secrets);
