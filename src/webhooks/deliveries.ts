// Lists an endpoint's deliveries for its admins, and resends them. Old ones are swept.
import { DAY_MS, instant } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import type { Database, Db, Tx } from '../storage/database.ts';
import { causeSentence } from './cause.ts';
import * as store from './delivery-list-store.ts';
import type { DeliveryPage, WebhookDelivery } from './webhook.ts';
import { getWebhook } from './webhooks.ts';

/** A delivery with its position in the list. */
export type ListedDelivery = WebhookDelivery & { readonly seq: number };

/** A page of the endpoint's deliveries, newest event first. Fails with `not-found`. */
export async function listDeliveries(
  db: Db,
  teamId: string,
  id: string,
  page: DeliveryPage,
): Promise<ListedDelivery[]> {
  await getWebhook(db, teamId, id);
  const rows = await store.selectDeliveries(db, teamId, id, page);
  return rows.map(({ last_cause, last_status, next_at, ...row }) => ({
    ...row,
    next_at: row.state === 'pending' ? next_at : null,
    status: last_status,
    cause: last_cause === null ? null : causeSentence(last_cause, last_status),
  }));
}

/**
 * Sends the event again, with a full set of attempts. Fails with `not-found`, and with `conflict` if the endpoint is
 * off.
 */
export async function sendAgain(tx: Tx, teamId: string, id: string, eventId: string, now: number): Promise<void> {
  const { is_on } = await getWebhook(tx, teamId, id);
  if (!is_on) throw refuse('conflict', 'The webhook is turned off. Turn it on first.');
  if (!(await store.markPending(tx, teamId, id, eventId, instant(now))))
    throw refuse('not-found', 'There is no such delivery. Deliveries are kept for 30 days.');
}

const KEPT_DAYS = 30;

/** Deletes events older than 30 days with their deliveries. Returns their number. */
export const sweepWebhookEvents = (database: Database, now: number): Promise<number> =>
  store.deleteEventsBefore(database, instant(now - KEPT_DAYS * DAY_MS));
