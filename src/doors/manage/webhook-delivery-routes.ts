// Deliveries of a webhook: lists them with their outcomes, and resends events.
import { Type } from '@sinclair/typebox';
import { ids, OneOf } from '../../base/shape.ts';
import { listDeliveries, sendAgain } from '../../webhooks/deliveries.ts';
import { DELIVERY_STATES, WebhookDelivery } from '../../webhooks/webhook.ts';
import { declaredPage, PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { catalogOf, type ManageDeps, operation, routes } from '../session/session-endpoint.ts';

const common = { tag: 'Webhooks', needs: 'catalog' } as const;

const listWebhookDeliveriesOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listWebhookDeliveries',
    mayLag: true,
    summary: 'List deliveries of the last 30 days, newest first',
    params: ids('webhook_id'),
    query: Type.Object({ ...PAGE_QUERY, state: Type.Optional(OneOf(DELIVERY_STATES)) }),
    answers: { 200: declaredPage('A page.', pageOf(WebhookDelivery, 'WebhookDeliveryList')) },
    refusals: ['bad-request', 'not-found'],
    handle: (call) =>
      pageAnswer(
        call,
        deps.cursorKeys(),
        (after: number | null, limit) => {
          const { state } = call.query;
          const page = { after, limit, ...(state === undefined ? {} : { state }) };
          return listDeliveries(call.db, catalogOf(call), call.params.webhook_id, page);
        },
        ({ seq }) => seq,
        ({ seq: _, ...delivery }) => delivery,
      ),
  });

const resendWebhookDeliveryOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'resendWebhookDelivery',
    summary: 'Resend an event',
    description: 'Uses the same webhook-id, with a full set of attempts.',
    params: ids('webhook_id', 'event_id'),
    answers: { 202: { description: 'The event is queued.' } },
    refusals: ['not-found', 'conflict'],
    handle: (call) =>
      call.commit(async (tx) => {
        const { webhook_id, event_id } = call.params;
        await sendAgain(tx, catalogOf(call), webhook_id, event_id, deps.clock());
        return { status: 202 };
      }),
  });

export const webhookDeliveryEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /webhooks/:webhook_id/deliveries': listWebhookDeliveriesOperation(deps),
    'POST /webhooks/:webhook_id/deliveries/:event_id/resend': resendWebhookDeliveryOperation(deps),
  });
