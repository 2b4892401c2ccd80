// The path of the webhooks: the service has its own, like each workspace.
import { isOperating, useSession } from '../api/session.ts';

export type WebhooksPath = '/operator/webhooks' | '/admin/webhooks';

export const useWebhooksPath = (): WebhooksPath =>
  isOperating(useSession()) ? '/operator/webhooks' : '/admin/webhooks';
