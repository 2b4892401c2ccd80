// Shapes of a webhook endpoint and its deliveries for admins.
import { type Static, Type } from '@sinclair/typebox';
import { closed, Instant, Nullable, OneOf, Uri } from '../base/shape.ts';
import { WebhookEventType } from './event-types.ts';
import { SIGNINGS } from './signature.ts';

export const MAX_WEBHOOKS = 20;
export const LONGEST_NAME = 120;
export const MAX_URL_LENGTH = 2_000;

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
        '`admin`: an admin turned it off; `gone`: the endpoint answered 410; `failing`: no delivery succeeded for ' +
        'five days.',
    }),
    off_at: Nullable(Instant('When it was turned off.')),
    failing_since: Nullable(Instant('Since when deliveries have failed; null if the last attempt succeeded.')),
    previous_until: Nullable(Instant('Until when the previous secret is also valid.')),
    waiting: Type.Integer({ description: 'Pending deliveries.' }),
    last_delivered_at: Nullable(Instant('When the last delivery succeeded.')),
    created_at: Instant('When it was created.'),
    updated_at: Instant('When its settings last changed.'),
  },
  { $id: 'Webhook', ...closed },
);
export type Webhook = Static<typeof Webhook>;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export const WebhookDelivery = Type.Object(
  {
    event_id: Type.String({ format: 'uuid', description: 'The value of the header webhook-id.' }),
    type: Type.String(),
    at: Instant('When the event happened.'),
    subject_id: Type.String(),
    state: OneOf(DELIVERY_STATES, { description: '`failed`: all attempts failed.' }),
    attempts: Type.Integer(),
    last_at: Nullable(Instant('The time of the last attempt.')),
    next_at: Nullable(Instant('The time of the next attempt; null if there is none.')),
    status: Nullable(Type.Integer(), { description: 'The status of the last response; null if there was none.' }),
    cause: Nullable(Type.String(), { description: 'Why the last attempt failed, as a sentence.' }),
  },
  { $id: 'WebhookDelivery', ...closed },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** Deliveries in that state after that one (`seq`), newest first. */
export interface DeliveryPage {
  readonly state?: WebhookDelivery['state'];
  readonly after: number | null;
  readonly limit: number;
}
