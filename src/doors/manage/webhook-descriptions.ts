// Requests that the service sends, for `webhooks` in the OpenAPI document.
import type { DescribedWebhook } from '../../http/openapi/openapi.ts';
import { EVENT_TYPES, TEST_EVENT } from '../../webhooks/event-types.ts';
import { WebhookPayload } from '../../webhooks/payload.ts';

const HEADERS = {
  'webhook-id': 'The event id. It is the same for every attempt, so use it to deduplicate.',
  'webhook-timestamp': 'The time of this attempt, in seconds since the epoch. Reject requests older than five minutes.',
  'webhook-signature':
    'Standard Webhooks 1.0.0: signatures separated by spaces, each with the prefix `v1,` (HMAC-SHA256) or `v1a,` ' +
    '(ed25519). The signed text is `webhook-id.webhook-timestamp.body`. One valid signature is enough.',
};

const SUBJECTS: Readonly<Record<string, string>> = {
  trail: 'trail',
  trail_set: 'trail_set',
  catalog: 'catalog',
  team: 'group',
  group: 'group',
  member: 'user',
  credential: 'api_key',
  provisioning: 'connection',
  webhook: 'webhook',
};

const exampleOf = (type: string): WebhookPayload => ({
  type,
  timestamp: '2027-01-15T09:30:00.123456Z',
  sequence: 184,
  data: {
    workspace_id: '01970000-0000-7000-8000-000000000001',
    subject: { kind: SUBJECTS[type.split('.')[0] ?? ''] ?? 'trail', id: '01970000-0000-7000-8000-000000000002' },
    actor: { kind: 'person', id: '01970000-0000-7000-8000-000000000003' },
    ...(type.startsWith('trail.') ? { revision: 7 } : {}),
    ...(type === 'trail.published' ? { version: 3 } : {}),
  },
});

const TEST = { type: TEST_EVENT, description: 'Sent to one webhook when an admin requests a test.' };

export const webhookDescriptions: readonly DescribedWebhook[] = [...EVENT_TYPES, TEST].map(({ type, description }) => ({
  name: type,
  description,
  headers: HEADERS,
  body: WebhookPayload,
  example: exampleOf(type),
}));
