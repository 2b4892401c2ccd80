// The status of a webhook as a dot and a word.
import { Status } from '../parts/page/status.tsx';
import { t } from '../parts/texts/t.ts';
import type { Webhook } from './webhooks-api.ts';

export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { is_on, off_reason, failing_since } = webhook;
  if (!is_on && off_reason === 'admin') return <Status tone="quiet">{t('Off')}</Status>;
  if (!is_on) return <Status tone="trouble">{t('Switched off')}</Status>;
  return failing_since === null ? (
    <Status tone="fine">{t('On')}</Status>
  ) : (
    <Status tone="attention">{t('Fails')}</Status>
  );
}
