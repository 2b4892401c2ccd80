// Creates a webhook: URL and events. Then shows its secret once, while a test event is sent.
import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { isBlank } from '../../../src/base/text.ts';
import { MakingDialog, useMaking } from '../parts/dialogs/making-dialog.tsx';
import { ShownOnce } from '../parts/secrets/shown-once.tsx';
import { t } from '../parts/texts/t.ts';
import { EventChoice } from './event-choice.tsx';
import { createWebhook, type EventType, sendTest, WEBHOOKS, type Webhook } from './webhooks-api.ts';
import type { WebhooksPath } from './webhooks-path.ts';

interface Props {
  readonly types: readonly EventType[];
  /** The path of the list of webhooks. */
  readonly path: WebhooksPath;
  readonly opened: boolean;
  readonly close: () => void;
}

const EMPTY = { name: '', url: '', events: ['trail.published'] as Webhook['events'] };
export const KEPT_SEALED = t('It is shown only once and stored encrypted. If you lose it, rotate it.');

export function NewWebhook({ types, path, opened, close }: Props) {
  const navigate = useNavigate();
  const show = (webhookId: string): void => void navigate({ to: `${path}/$webhookId`, params: { webhookId } });
  const making = useMaking(EMPTY, {
    make: createAndTest,
    names: ['name', 'url', 'events'],
    refresh: [WEBHOOKS],
    close,
    after: ({ webhook }) => show(webhook.id),
    leadToUnseen: show,
  });
  const { fields, set } = making;
  return (
    <MakingDialog
      making={making}
      opened={opened}
      title={t('New webhook')}
      size="lg"
      button={t('Make it and send a test')}
      isReady={!isBlank(fields.name) && !isBlank(fields.url) && fields.events.length > 0}
      shown={(made) => <Made {...made} />}
    >
      <TextInput
        label={t('What is it for?')}
        placeholder={t('News in our chat')}
        required
        maxLength={120}
        {...making.text('name')}
      />
      <TextInput
        label={t('Address')}
        description={t('The URL of your receiver, reachable from the internet.')}
        placeholder={t('https://hooks.example.com/cairn')}
        required
        type="url"
        {...making.text('url')}
      />
      <EventChoice types={types} value={fields.events} onChange={(events) => set({ events })} />
    </MakingDialog>
  );
}

async function createAndTest({ name, url, events }: typeof EMPTY) {
  const created = await createWebhook({ name: name.trim(), url: url.trim(), events });
  // Show the secret even if the test fails, because it exists nowhere else.
  const isTested = await sendTest(created.webhook.id).then(
    () => true,
    () => false,
  );
  return { ...created, isTested };
}

function Made({ isTested, secret }: { readonly isTested: boolean; readonly secret: string }) {
  return (
    <>
      <Text size="sm">
        {isTested
          ? t('A test event is on its way. Your receiver uses this secret to verify the sender.')
          : t(
              'The webhook was created, but the test event could not be sent. Send one from its page. Your receiver uses this secret to verify the sender.',
            )}
      </Text>
      <ShownOnce label={t('Secret')} secret={secret} kept={KEPT_SEALED} />
    </>
  );
}
