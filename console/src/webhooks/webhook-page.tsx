// A webhook: its status, URL, events, secret and deliveries.

import { Alert, Button, Text, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useChange } from '../api/change.ts';
import { Confirm } from '../parts/dialogs/confirm.tsx';
import { EditedForm, useChanging } from '../parts/forms/edited-form.tsx';
import { Section } from '../parts/forms/section.tsx';
import { Page } from '../parts/page/page.tsx';
import { Unanswered } from '../parts/page/states.tsx';
import { Instant } from '../parts/texts/instant.tsx';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';
import { Deliveries } from './deliveries.tsx';
import { EventChoice } from './event-choice.tsx';
import { eventName } from './event-names.ts';
import { RotateSecret } from './rotate-secret.tsx';
import { WebhookState } from './webhook-state.tsx';
import { changeWebhook, deleteWebhook, sendTest, WEBHOOKS, type Webhook, webhook, webhooks } from './webhooks-api.ts';
import { useWebhooksPath } from './webhooks-path.ts';

export function WebhookPage() {
  const { webhookId = '' } = useParams({ strict: false });
  const { data: hook } = useSuspenseQuery(webhook(webhookId));
  const up = useWebhooksPath();
  const navigate = useNavigate();
  const refresh = [WEBHOOKS];
  const testing = useChange(() => sendTest(hook.id), { refresh, done: t('A test is on its way.') });
  const switching = useChange((is_on: boolean) => changeWebhook(hook.id, { is_on }), {
    refresh,
    done: ({ is_on }) => (is_on ? t('Switched on.') : t('Switched off.')),
  });
  const deleting = useChange(() => deleteWebhook(hook.id), {
    refresh: [webhooks.queryKey],
    done: t('Deleted.'),
    after: () => void navigate({ to: up }),
  });
  return (
    <Page
      title={hook.name}
      lead={<WebhookState webhook={hook} />}
      crumbs={[{ label: t('Webhooks'), to: up }]}
      actions={
        <>
          {hook.is_on && (
            <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate(undefined)}>
              {t('Send a test')}
            </Button>
          )}
          <Button variant="default" loading={switching.isPending} onClick={() => switching.mutate(!hook.is_on)}>
            {hook.is_on ? t('Switch off') : t('Switch on')}
          </Button>
          <RotateSecret webhook={hook} />
          <Confirm
            label={t('Delete')}
            title={t('Delete "{hook}"?', { hook: hook.name })}
            confirm={t('Delete the webhook')}
            onConfirm={() => deleting.mutateAsync(undefined)}
          >
            {t('Nothing is sent to {host} any more, and its list of deliveries is deleted.', {
              host: new URL(hook.url).host,
            })}
          </Confirm>
        </>
      }
    >
      <Notice webhook={hook} />
      <Settings key={hook.id} webhook={hook} />
      <Section
        title={t('Deliveries')}
        hint={t('The last 30 days, newest first. Failed deliveries are retried for three days.')}
      >
        <Deliveries webhook={hook} />
      </Section>
    </Page>
  );
}

const WHY = {
  gone: t('The receiver answered that it wants no more events (410).'),
  failing: t('The receiver accepted nothing for five days.'),
} as const;

function Notice({ webhook: { off_reason, is_on, failing_since, waiting } }: { readonly webhook: Webhook }) {
  if (!is_on && off_reason !== null && off_reason !== 'admin')
    return (
      <Alert color="red" variant="light" title={t('The webhook was switched off')}>
        <Text size="sm">
          {t('{why} Fix the receiver, then switch the webhook on. Waiting messages are sent then.', {
            why: WHY[off_reason],
          })}
        </Text>
      </Alert>
    );
  if (!is_on || failing_since === null) return null;
  return (
    <Alert color="yellow" variant="light" title={t('Deliveries are failing')}>
      <Text size="sm">
        {rich(
          'Since {when}; {waiting} waiting. The last error is shown with the deliveries. After five days the webhook is switched off.',
          { when: <Instant at={failing_since} />, waiting },
        )}
      </Text>
    </Alert>
  );
}

function Settings({ webhook: hook }: { readonly webhook: Webhook }) {
  const list = useQuery(webhooks);
  const form = useChanging(
    { name: hook.name, url: hook.url, events: hook.events },
    {
      names: ['name', 'url', 'events'],
      save: ({ changes, seen }) => changeWebhook(hook.id, { ...changes, seen }),
      refresh: [WEBHOOKS],
    },
  );
  const { value, set } = form;
  return (
    <Section title={t('Settings')} hint={t('The URL and the events.')}>
      <EditedForm
        form={form}
        what={t('the settings of the webhook')}
        labels={{ name: t('The purpose'), url: t('The address'), events: t('The events') }}
        shown={{ events: (events) => events.map(eventName).join(', ') }}
        gap="md"
        buttons={
          <Button type="submit" loading={form.isSaving} disabled={!form.isDirty || value.events.length === 0}>
            {t('Save')}
          </Button>
        }
      >
        <TextInput label={t('What is it for?')} maxLength={120} {...form.text('name')} />
        <TextInput label={t('Address')} type="url" {...form.text('url')} />
        <Unanswered of={list} />
        <EventChoice types={list.data?.event_types ?? []} value={value.events} onChange={(events) => set({ events })} />
      </EditedForm>
    </Section>
  );
}
