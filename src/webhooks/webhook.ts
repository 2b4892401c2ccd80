// An endpoint of another system as its admins see it, and a delivery to it: shapes alone.
import { type Static, Type } from '@sinclair/typebox';
import { closed, Instant, Nullable, OneOf, Uri } from '../base/shape.ts';
import { WebhookEventType } from './event-types.ts';
import { SIGNINGS } from './signature.ts';

export const MOST_WEBHOOKS = 20;
export const LONGEST_NAME = 120;
export const LONGEST_URL = 2_000;

export const Webhook = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    url: Uri(),
    events: Type.Array(WebhookEventType),
    signing: OneOf(SIGNINGS),
    is_on: Type.Boolean(),
    off_reason: Nullable(OneOf(['admin', 'gone', 'failing']), {
      description:
        '`admin`: somebody switched it off; `gone`: the endpoint answered 410; `failing`: nothing came through for ' +
        'five days.',
    }),
    off_at: Nullable(Instant('When it was switched off.')),
    failing_since: Nullable(Instant('Since when nothing came through; null: the last attempt was fine.')),
    previous_until: Nullable(Instant('Until when the secret before the last rotation is good too.')),
    waiting: Type.Integer({ description: 'Deliveries that are still to be made.' }),
    last_delivered_at: Nullable(Instant('The last delivery that was taken.')),
    created_at: Instant('When it was made.'),
    updated_at: Instant('When its settings last changed.'),
  },
  { $id: 'Webhook', ...closed },
);
export type Webhook = Static<typeof Webhook>;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export const WebhookDelivery = Type.Object(
  {
    event_id: Type.String({ format: 'uuid', description: 'The header webhook-id.' }),
    type: Type.String(),
    at: Instant('When it happened.'),
    subject_id: Type.String(),
    state: OneOf(DELIVERY_STATES, { description: '`failed`: every attempt did, and none is left.' }),
    attempts: Type.Integer(),
    last_at: Nullable(Instant('The last attempt.')),
    next_at: Nullable(Instant('The next attempt; null: none.')),
    status: Nullable(Type.Integer(), { description: 'The status of the last answer; null: there was none.' }),
    cause: Nullable(Type.String(), { description: 'Why the last attempt failed, as a sentence.' }),
  },
  { $id: 'WebhookDelivery', ...closed },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** Which deliveries: in that state; after that one (`seq`), newest first. */
export interface DeliveryPage {
  readonly state?: WebhookDelivery['state'];
  readonly after: number | null;
  readonly limit: number;
}
