// Where the webhooks are: the service has its own, as each workspace has.
import { isOperating, useSession } from '../api/session.ts';

export type WebhooksPath = '/operator/webhooks' | '/admin/webhooks';

export const useWebhooksPath = (): WebhooksPath =>
  isOperating(useSession()) ? '/operator/webhooks' : '/admin/webhooks';
