// Reseals the secrets of webhooks and audit streams (identity/reseal.ts).
import type { Secrets } from '../base/secrets.ts';
import { type Resealed, resealAll } from '../identity/reseal.ts';
import type { Db } from '../storage/database.ts';
import { sealedStreamCredentials, sealedWebhookSecrets } from './sealed-texts-store.ts';

/** The signing secrets of webhooks, including previous ones. */
export const resealWebhooks = (db: Db, secrets: Secrets): Promise<Resealed> =>
  resealAll(db, sealedWebhookSecrets, secrets);

/** The credentials of audit streams for their receivers. */
export const resealStreams = (db: Db, secrets: Secrets): Promise<Resealed> =>
  resealAll(db, sealedStreamCredentials, secrets);
