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
import { inDigits } from '../parts/texts/digits.ts';
import { Instant } from '../parts/texts/instant.tsx';
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
  const testing = useChange(() => sendTest(hook.id), { refresh, done: 'A test is on its way.' });
  const switching = useChange((is_on: boolean) => changeWebhook(hook.id, { is_on }), {
    refresh,
    done: ({ is_on }) => (is_on ? 'Switched on.' : 'Switched off.'),
  });
  const deleting = useChange(() => deleteWebhook(hook.id), {
    refresh: [webhooks.queryKey],
    done: 'Deleted.',
    after: () => void navigate({ to: up }),
  });
  return (
    <Page
      title={hook.name}
      lead={<WebhookState webhook={hook} />}
      crumbs={[{ label: 'Webhooks', to: up }]}
      actions={
        <>
          {hook.is_on && (
            <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate(undefined)}>
              Send a test
            </Button>
          )}
          <Button variant="default" loading={switching.isPending} onClick={() => switching.mutate(!hook.is_on)}>
            {hook.is_on ? 'Switch off' : 'Switch on'}
          </Button>
          <RotateSecret webhook={hook} />
          <Confirm
            label="Delete"
            title={`Delete "${hook.name}"?`}
            confirm="Delete the webhook"
            onConfirm={() => deleting.mutateAsync(undefined)}
          >
            Nothing is sent to {new URL(hook.url).host} any more, and its list of deliveries is deleted.
          </Confirm>
        </>
      }
    >
      <Notice webhook={hook} />
      <Settings key={hook.id} webhook={hook} />
      <Section title="Deliveries" hint="The last 30 days, newest first. Failed deliveries are retried for three days.">
        <Deliveries webhook={hook} />
      </Section>
    </Page>
  );
}

const WHY = {
  gone: 'The receiver answered that it wants no more events (410).',
  failing: 'The receiver accepted nothing for five days.',
} as const;

function Notice({ webhook: { off_reason, is_on, failing_since, waiting } }: { readonly webhook: Webhook }) {
  if (!is_on && off_reason !== null && off_reason !== 'admin')
    return (
      <Alert color="red" variant="light" title="The webhook was switched off">
        <Text size="sm">
          {WHY[off_reason]} Fix the receiver, then switch the webhook on. Waiting messages are sent then.
        </Text>
      </Alert>
    );
  if (!is_on || failing_since === null) return null;
  return (
    <Alert color="yellow" variant="light" title="Deliveries are failing">
      <Text size="sm">
        Since <Instant at={failing_since} />; {inDigits(waiting)} waiting. The last error is shown with the deliveries.
        After five days the webhook is switched off.
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
    <Section title="Settings" hint="The URL and the events.">
      <EditedForm
        form={form}
        what="the settings of the webhook"
        labels={{ name: 'The purpose', url: 'The address', events: 'The events' }}
        shown={{ events: (events) => events.map(eventName).join(', ') }}
        gap="md"
        buttons={
          <Button type="submit" loading={form.isSaving} disabled={!form.isDirty || value.events.length === 0}>
            Save
          </Button>
        }
      >
        <TextInput label="What is it for?" maxLength={120} {...form.text('name')} />
        <TextInput label="Address" type="url" {...form.text('url')} />
        <Unanswered of={list} />
        <EventChoice types={list.data?.event_types ?? []} value={value.events} onChange={(events) => set({ events })} />
      </EditedForm>
    </Section>
  );
}
