// Creates, changes, and turns on and off webhook endpoints, and rotates their secrets. dispatch.ts sends.

import { type By, recordChange } from '../audit/audit-log.ts';
import { announceAsked, lastAnnounced, setFollowed, WHOLE_SERVICE } from '../audit/outbox.ts';
import { instant } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { requireSeen, type SeenOf } from '../base/seen.ts';
import { isBlank } from '../base/text.ts';
import { t } from '../base/texts/t.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Sealer } from '../identity/sealed-secret.ts';
import type { Db, Tx } from '../storage/database.ts';
import { hasStream } from './audit-stream-store.ts';
import { TEST_EVENT } from './event-types.ts';
import { checkedReceiverUrl } from './receiver-url.ts';
import { webhookPlace } from './sealed-places.ts';
import { mintSigningKey, type Signing } from './signature.ts';
import { LONGEST_NAME, MAX_WEBHOOKS, type Webhook } from './webhook.ts';
import * as store from './webhook-store.ts';

export { listWebhooks } from './webhook-store.ts';

export interface WebhookDeps {
  readonly sealer: Sealer;
  readonly publicUrl: string;
}

export interface NewWebhook {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly signing: Signing;
}

interface SeenWebhook {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
}

export interface WebhookChange extends store.WebhookSettings {
  readonly is_on?: boolean;
  readonly seen?: SeenOf<SeenWebhook>;
}

export async function getWebhook(db: Db, teamId: string, id: string): Promise<Webhook> {
  const found = await store.findWebhook(db, teamId, id);
  if (found === undefined) throw refuse('not-found', 'There is no such webhook. It may have been deleted.');
  return found;
}

/**
 * Creates an endpoint. `verification` is the receiver's key, shown once. Fails with `validation` if the name is blank
 * or the URL is invalid, and with `conflict` if there are already 20.
 */
export async function createWebhook(
  tx: Tx,
  teamId: string,
  wanted: NewWebhook,
  { sealer, publicUrl }: WebhookDeps,
  now: number,
  by: By,
): Promise<{ webhook: Webhook; verification: string }> {
  const name = checkedName(wanted.name);
  const url = checkedReceiverUrl('url', wanted.url, publicUrl);
  await store.lockWebhooks(tx, teamId);
  if ((await store.listWebhooks(tx, teamId)).length >= MAX_WEBHOOKS)
    throw refuse(
      'conflict',
      t('There are {limit} webhooks already. Delete one that is no longer used first.', { limit: MAX_WEBHOOKS }),
    );
  const { secret, verification } = mintSigningKey(wanted.signing);
  const endpoint_id = newId();
  const { events, signing } = wanted;
  const sealed_secret = sealer.seal(secret, webhookPlace(teamId, endpoint_id));
  const created_at = instant(now);
  const announced_after = await lastAnnounced(tx, teamId);
  const row = { endpoint_id, name, url, events, signing, sealed_secret, created_at, announced_after };
  await store.insertWebhook(tx, teamId, row);
  const webhook = await getWebhook(tx, teamId, endpoint_id);
  await recordChange(tx, teamId, 'webhook.created', subjectOf(webhook), by, { after: shownOf(webhook) });
  return { webhook, verification };
}

/**
 * Applies the given members. Turning the endpoint on or changing its URL sends pending deliveries now and resets the
 * failure time. Fails with `not-found` and `validation`, and with `conflict` if something differs from what the
 * caller saw.
 */
export async function changeWebhook(
  tx: Tx,
  teamId: string,
  id: string,
  change: WebhookChange,
  { publicUrl }: WebhookDeps,
  now: number,
  by: By,
): Promise<Webhook> {
  const name = change.name === undefined ? undefined : checkedName(change.name);
  const url = change.url === undefined ? undefined : checkedReceiverUrl('url', change.url, publicUrl);
  await store.lockWebhooks(tx, teamId);
  const before = await getWebhook(tx, teamId, id);
  requireSeen<SeenWebhook>(change.seen, before);
  const at = instant(now);
  await store.updateWebhook(tx, teamId, id, { name, url, events: change.events }, at);
  const isSwitchedOn = change.is_on === true && !before.is_on;
  if (isSwitchedOn) await store.switchOn(tx, teamId, id, at, await lastAnnounced(tx, teamId));
  if (isSwitchedOn || (url ?? before.url) !== before.url) await store.beginAnew(tx, teamId, id, at);
  if (change.is_on === false) await store.switchOff(tx, teamId, id, 'admin', at);
  const webhook = await getWebhook(tx, teamId, id);
  await recordChange(tx, teamId, 'webhook.updated', subjectOf(webhook), by, {
    before: shownOf(before),
    after: shownOf(webhook),
  });
  return webhook;
}

/** Deletes the endpoint with its deliveries. Fails with `not-found`. */
export async function deleteWebhook(tx: Tx, teamId: string, id: string, by: By): Promise<void> {
  await store.lockWebhooks(tx, teamId);
  const webhook = await getWebhook(tx, teamId, id);
  await store.deleteWebhook(tx, teamId, id);
  await recordChange(tx, teamId, 'webhook.deleted', subjectOf(webhook), by, { before: shownOf(webhook) });
}

/**
 * Gives the endpoint a new secret. The previous one keeps signing for `overlapMs` (0 ends it now). Fails with
 * `not-found`, and with `conflict` during an earlier rotation, unless the old secrets should end now.
 */
export async function rotateSecret(
  tx: Tx,
  teamId: string,
  id: string,
  overlapMs: number,
  { sealer }: WebhookDeps,
  now: number,
  by: By,
): Promise<{ webhook: Webhook; verification: string }> {
  await store.lockWebhooks(tx, teamId);
  const before = await getWebhook(tx, teamId, id);
  const isUnderWay = before.previous_until !== null && Date.parse(before.previous_until) > now;
  if (isUnderWay && overlapMs > 0)
    throw refuse(
      'conflict',
      t(
        'The old secret of an earlier rotation is valid until {time}. Rotate after that, or ' +
          'send overlap_seconds: 0 to end all earlier secrets now.',
        { time: before.previous_until },
      ),
    );
  const { secret, verification } = mintSigningKey(before.signing);
  const until = overlapMs > 0 ? instant(now + overlapMs) : null;
  const sealed = sealer.seal(secret, webhookPlace(teamId, id));
  await store.replaceSecret(tx, teamId, id, sealed, until, instant(now));
  await recordChange(tx, teamId, 'webhook.secret_rotated', subjectOf(before), by, { after: { previous_until: until } });
  return { webhook: await getWebhook(tx, teamId, id), verification };
}

/**
 * Sends the endpoint a test event. Returns its id. Fails with `not-found`, and with `conflict` if the endpoint is
 * off.
 */
export async function sendTest(tx: Tx, teamId: string, id: string, now: number, by: By): Promise<string> {
  const webhook = await getWebhook(tx, teamId, id);
  if (!webhook.is_on) throw refuse('conflict', 'The webhook is turned off. Turn it on first.');
  const at = instant(now);
  return announceAsked(tx, {
    ...{ team_id: teamId, kind: TEST_EVENT, at, actor: by.actor },
    subject: { kind: 'webhook', id, name: webhook.name },
    details: {},
  });
}

/** The endpoint's current signing secrets (the receiver may have any of them); empty if none can be decrypted. */
export function openSecrets(
  row: store.SecretsRow,
  teamId: string,
  id: string,
  sealer: Sealer,
  now: number,
): readonly string[] {
  const { sealed_secret, sealed_previous, previous_until } = row;
  const isOverlap = previous_until !== null && Date.parse(previous_until) > now;
  return [sealed_secret, ...(isOverlap && sealed_previous !== null ? [sealed_previous] : [])].flatMap(
    (sealed) => sealer.open(sealed, webhookPlace(teamId, id)) ?? [],
  );
}

/**
 * Announces every audit entry while there are streams. An operators' stream covers the whole service. The caller holds
 * the workspace's lock.
 */
export const followForStreams = async (tx: Tx, teamId: string): Promise<unknown> =>
  setFollowed(tx, teamId === SVC_CATALOG_ID ? WHOLE_SERVICE : teamId, await hasStream(tx, teamId));

/** A valid name. Fails with `validation`. */
export function checkedName(text: string): string {
  const name = text.trim();
  if (isBlank(name) || [...name].length > LONGEST_NAME)
    throw invalid('name', t('Say what it is for, in 1 to {limit} characters.', { limit: LONGEST_NAME }));
  return name;
}

/** For the audit log. The URL may contain a secret of the receiver after the host. */
const shownOf = ({ name, url, events, is_on }: Webhook) => ({ name, host: new URL(url).host, events, is_on });
export const subjectOf = ({ id, name }: Pick<Webhook, 'id' | 'name'>) => ({ kind: 'webhook', id, name });
