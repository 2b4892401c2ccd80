// Webhooks of the session's catalog. Admins manage those of their workspace, operators those of the service-wide
// catalog.
import { Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { closed, ids, OneOf, TypedUrl } from '../../base/shape.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import type { Sealer } from '../../identity/sealed-secret.ts';
import { EVENT_TYPES, WebhookEventType } from '../../webhooks/event-types.ts';
import { SIGNINGS } from '../../webhooks/signature.ts';
import { LONGEST_NAME, MAX_URL_LENGTH, Webhook } from '../../webhooks/webhook.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  sendTest,
  type WebhookDeps,
} from '../../webhooks/webhooks.ts';
import {
  byOf,
  catalogOf,
  type ManageDeps,
  type ManageEndpoint,
  operation,
  routes,
} from '../session/session-endpoint.ts';
import { overlap, overlapOf } from './overlap.ts';
import { webhookDeliveryEndpoints } from './webhook-delivery-routes.ts';

export interface WebhookRouteDeps extends ManageDeps {
  readonly sealer: Sealer;
}

const EventTypeInfo = Type.Object(
  { type: WebhookEventType, description: Type.String() },
  { $id: 'WebhookEventTypeInfo', ...closed },
);
const WebhookList = Type.Object(
  {
    items: Type.Array(Webhook),
    event_types: Type.Array(EventTypeInfo, { description: 'The event types that webhooks can subscribe to.' }),
  },
  { $id: 'WebhookList', ...closed },
);
const fields = {
  name: Type.String({ minLength: 1, maxLength: LONGEST_NAME, description: 'A name for the webhook.' }),
  url: TypedUrl({ maxLength: MAX_URL_LENGTH, description: 'An https URL with a public address.' }),
  events: Type.Array(WebhookEventType, { minItems: 1, uniqueItems: true }),
};
const NewWebhookBody = Type.Object(
  {
    ...fields,
    signing: Type.Optional(
      OneOf(SIGNINGS, {
        default: 'hmac-sha256',
        description: '`hmac-sha256` (v1): a shared secret. `ed25519` (v1a): a public key, which is not secret.',
      }),
    ),
  },
  { $id: 'NewWebhookBody', ...closed },
);
const ChangeWebhookBody = Type.Object(
  {
    name: Type.Optional(fields.name),
    url: Type.Optional(fields.url),
    events: Type.Optional(fields.events),
    is_on: Type.Optional(Type.Boolean({ description: 'While disabled, events for it are not stored.' })),
    seen: Seen({
      name: fields.name,
      url: fields.url,
      events: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
    }),
  },
  { $id: 'ChangeWebhookBody', ...closed },
);
const RotateSecretBody = Type.Object(overlap('How long the old secret keeps signing. 0 ends it immediately.'), {
  $id: 'RotateSecretBody',
  ...closed,
});
const WebhookWithSecret = Type.Object(
  {
    webhook: Webhook,
    secret: Type.String({
      description: 'The verification key for the receiver: `whsec_…`, shown only once, or the public key `whpk_…`.',
    }),
  },
  { $id: 'WebhookWithSecret', ...closed },
);
const TestSent = Type.Object(
  { event_id: Type.String({ format: 'uuid', description: 'The event, which appears among the deliveries shortly.' }) },
  { $id: 'WebhookTestSent', ...closed },
);

const params = ids('webhook_id');
const common = { tag: 'Webhooks', needs: 'catalog' } as const;
const shownOnce = { id: 'webhook.id', remedy: 'Rotate the secret of the webhook.' };
const webhookAnswer = { 200: { description: 'The webhook.', schema: Webhook } };

const listWebhooksOperation = operation({
  ...common,
  id: 'listWebhooks',
  summary: 'List the webhooks of the catalog, oldest first',
  answers: { 200: { description: 'The webhooks, without secrets.', schema: WebhookList } },
  refusals: [],
  handle: async (call) => ok({ items: await listWebhooks(call.db, catalogOf(call)), event_types: TYPES }),
});

const getWebhookOperation = operation({
  ...common,
  id: 'getWebhook',
  summary: 'Get a webhook',
  params,
  answers: webhookAnswer,
  refusals: ['not-found'],
  handle: async (call) => ok(await getWebhook(call.db, catalogOf(call), call.params.webhook_id)),
});

const createWebhookOperation = (deps: WebhookRouteDeps) =>
  operation({
    ...common,
    id: 'createWebhook',
    summary: 'Create a webhook',
    body: {
      schema: NewWebhookBody,
      example: { name: 'Chat', url: 'https://hooks.example.com/cairn', events: ['trail.published'] },
    },
    answers: { 201: { description: 'The webhook with its secret, shown only once.', schema: WebhookWithSecret } },
    shownOnce,
    refusals: ['validation', 'conflict'],
    async handle(call) {
      const { signing = 'hmac-sha256', ...wanted } = await call.json(NewWebhookBody);
      return call.commit(async (tx) => {
        const created = await createWebhook(
          tx,
          catalogOf(call),
          { ...wanted, signing },
          webhookDepsOf(deps),
          deps.clock(),
          byOf(call),
        );
        return { status: 201, body: secretBody(created) };
      });
    },
  });

const changeWebhookOperation = (deps: WebhookRouteDeps) =>
  operation({
    ...common,
    id: 'changeWebhook',
    summary: 'Change, enable or disable a webhook',
    params,
    body: { schema: ChangeWebhookBody, example: { is_on: false } },
    answers: webhookAnswer,
    refusals: ['validation', 'not-found', 'conflict'],
    async handle(call) {
      const change = await call.json(ChangeWebhookBody);
      const { webhook_id } = call.params;
      return call.commit(async (tx) =>
        ok(await changeWebhook(tx, catalogOf(call), webhook_id, change, webhookDepsOf(deps), deps.clock(), byOf(call))),
      );
    },
  });

const deleteWebhookOperation = operation({
  ...common,
  id: 'deleteWebhook',
  summary: 'Delete a webhook',
  params,
  answers: { 204: { description: 'The webhook and its deliveries are deleted.' } },
  refusals: ['not-found'],
  handle: (call) =>
    noContentAfter(call, (tx) => deleteWebhook(tx, catalogOf(call), call.params.webhook_id, byOf(call))),
});

const rotateWebhookSecretOperation = (deps: WebhookRouteDeps) =>
  operation({
    ...common,
    id: 'rotateWebhookSecret',
    summary: 'Replace the secret; both sign for a while',
    params,
    body: { schema: RotateSecretBody },
    answers: { 200: { description: 'The new secret, shown only once.', schema: WebhookWithSecret } },
    shownOnce,
    refusals: ['validation', 'not-found', 'conflict'],
    async handle(call) {
      const longer = overlapOf(await call.json(RotateSecretBody));
      const { webhook_id } = call.params;
      return call.commit(async (tx) => {
        const rotated = await rotateSecret(
          tx,
          catalogOf(call),
          webhook_id,
          longer,
          webhookDepsOf(deps),
          deps.clock(),
          byOf(call),
        );
        return ok(secretBody(rotated));
      });
    },
  });

const testWebhookOperation = (deps: WebhookRouteDeps) =>
  operation({
    ...common,
    id: 'testWebhook',
    summary: 'Send a test event',
    params,
    answers: { 202: { description: 'The event is queued; see the deliveries.', schema: TestSent } },
    refusals: ['not-found', 'conflict'],
    handle: (call) =>
      call.commit(async (tx) => {
        const { webhook_id } = call.params;
        const event_id = await sendTest(tx, catalogOf(call), webhook_id, deps.clock(), byOf(call));
        return { status: 202, body: { event_id } };
      }),
  });

export const webhookDepsOf = ({ sealer, baseUrl }: WebhookRouteDeps): WebhookDeps => ({ sealer, publicUrl: baseUrl });

const TYPES = EVENT_TYPES.map(({ type, description }) => ({ type, description }));
const secretBody = ({ webhook, verification }: { webhook: Webhook; verification: string }) => ({
  webhook,
  secret: verification,
});

export const webhookEndpoints = (deps: WebhookRouteDeps): ManageEndpoint[] => [
  ...routes({
    'GET /webhooks': listWebhooksOperation,
    'GET /webhooks/:webhook_id': getWebhookOperation,
    'POST /webhooks': createWebhookOperation(deps),
    'PATCH /webhooks/:webhook_id': changeWebhookOperation(deps),
    'DELETE /webhooks/:webhook_id': deleteWebhookOperation,
    'POST /webhooks/:webhook_id/rotate': rotateWebhookSecretOperation(deps),
    'POST /webhooks/:webhook_id/test': testWebhookOperation(deps),
  }),
  ...webhookDeliveryEndpoints(deps),
];
