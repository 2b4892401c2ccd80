// Calls for administrators about webhooks and audit streams.
import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../api/answer.ts';
import { at, manage } from '../api/client.ts';
import { given, paged } from '../api/pages.ts';
import type { components } from '../generated/manage.ts';

type Shapes = components['schemas'];
export type Webhook = Shapes['Webhook'];
export type EventType = Shapes['WebhookEventTypeInfo'];
export type Delivery = Shapes['WebhookDelivery'];
export type DeliveryState = Delivery['state'] | '';
export type AuditStream = Shapes['AuditStream'];
export type NewWebhookBody = Shapes['NewWebhookBody'];

/** In ms: polling while a delivery is in progress, for its result and the webhook's status. */
const LIVE_EVERY_MS = 3_000;
/** In ms: polling of the list. */
const LIST_EVERY_MS = 10_000;

/** The key of the list, each webhook and its deliveries. */
export const WEBHOOKS = ['webhooks'] as const;

export const webhooks = queryOptions({
  queryKey: [...WEBHOOKS, 'list'],
  queryFn: () => answerOf(manage.GET('/manage/v1/webhooks', {})),
  refetchInterval: LIST_EVERY_MS,
});

export const webhook = (webhook_id: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS, 'one', webhook_id],
    queryFn: () => answerOf(manage.GET('/manage/v1/webhooks/{webhook_id}', at({ webhook_id }))),
    refetchInterval: LIVE_EVERY_MS,
  });
export const deliveryPages = (webhook_id: string, state: DeliveryState) => ({
  ...paged<Delivery>([...WEBHOOKS, 'one', webhook_id, 'deliveries', state], (page, signal) =>
    answerOf(
      manage.GET('/manage/v1/webhooks/{webhook_id}/deliveries', {
        params: { path: { webhook_id }, query: { ...page, ...given({ state }) } },
        signal,
      }),
    ),
  ),
  refetchInterval: LIVE_EVERY_MS,
});
export const createWebhook = (body: NewWebhookBody) => answerOf(manage.POST('/manage/v1/webhooks', { body }));
export const changeWebhook = (webhook_id: string, body: Shapes['ChangeWebhookBody']) =>
  answerOf(manage.PATCH('/manage/v1/webhooks/{webhook_id}', { ...at({ webhook_id }), body }));
export const deleteWebhook = (webhook_id: string) =>
  answerOf(manage.DELETE('/manage/v1/webhooks/{webhook_id}', at({ webhook_id })));
export const rotateSecret = (webhook_id: string, overlap_seconds: number) =>
  answerOf(
    manage.POST('/manage/v1/webhooks/{webhook_id}/rotate', { ...at({ webhook_id }), body: { overlap_seconds } }),
  );
export const sendTest = (webhook_id: string) =>
  answerOf(manage.POST('/manage/v1/webhooks/{webhook_id}/test', at({ webhook_id })));
export const sendAgain = (webhook_id: string, event_id: string) =>
  answerOf(manage.POST('/manage/v1/webhooks/{webhook_id}/deliveries/{event_id}/resend', at({ webhook_id, event_id })));

export const auditStreams = queryOptions({
  queryKey: ['audit-streams'],
  queryFn: () => answerOf(manage.GET('/manage/v1/audit/streams', {})),
  refetchInterval: LIST_EVERY_MS,
});
export const createStream = (body: Shapes['NewAuditStreamBody']) =>
  answerOf(manage.POST('/manage/v1/audit/streams', { body }));
export const deleteStream = (stream_id: string) =>
  answerOf(manage.DELETE('/manage/v1/audit/streams/{stream_id}', at({ stream_id })));
