// The status of a webhook as a dot and a word.
import { Status } from '../parts/page/status.tsx';
import type { Webhook } from './webhooks-api.ts';

export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { is_on, off_reason, failing_since } = webhook;
  if (!is_on && off_reason === 'admin') return <Status tone="quiet">Off</Status>;
  if (!is_on) return <Status tone="trouble">Switched off</Status>;
  return failing_since === null ? <Status tone="fine">On</Status> : <Status tone="attention">Fails</Status>;
}
