// Webhooks, and the streams of the audit log below them.

import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Column, Rows } from '../parts/lists/rows.tsx';
import { PageAnchor } from '../parts/page/links.tsx';
import { Page } from '../parts/page/page.tsx';
import { Answered, Empty } from '../parts/page/states.tsx';
import { inDigits } from '../parts/texts/digits.ts';
import { Instant } from '../parts/texts/instant.tsx';
import { t } from '../parts/texts/t.ts';
import { AuditStreams } from './audit-streams.tsx';
import { eventName } from './event-names.ts';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookState } from './webhook-state.tsx';
import { type Webhook, webhooks } from './webhooks-api.ts';
import { useWebhooksPath, type WebhooksPath } from './webhooks-path.ts';

export function WebhooksPage() {
  const list = useQuery(webhooks);
  const path = useWebhooksPath();
  const [isNew, creating] = useDisclosure(false);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open} disabled={!list.data}>
      {t('New webhook')}
    </Button>
  );
  return (
    <Page
      title={t('Webhooks')}
      lead={t('Tells other systems what happens here, signed and in order.')}
      actions={list.isPending || list.data?.items.length === 0 ? undefined : create}
    >
      <Answered of={list} rows={2}>
        {({ items, event_types }) => (
          <>
            {items.length === 0 ? (
              <Empty title={t('No webhooks yet')} action={create}>
                {t('Enter a URL, and it receives a signed message when a trail is published or a member leaves.')}
              </Empty>
            ) : (
              <Rows label={t('Webhooks')} rows={items} columns={columns(path)} keyOf={({ id }) => id} height={66} />
            )}
            <NewWebhook types={event_types} path={path} opened={isNew} close={creating.close} />
          </>
        )}
      </Answered>
      <AuditStreams />
    </Page>
  );
}

const columns = (path: WebhooksPath): readonly Column<Webhook>[] => [
  {
    heading: t('Webhook'),
    width: 'minmax(0, 2fr)',
    cell: ({ id, name, url }) => (
      <>
        <PageAnchor to={`${path}/$webhookId`} params={{ webhookId: id }} fw={560} truncate display="block">
          {name}
        </PageAnchor>
        <Text size="sm" c="dimmed" truncate>
          {new URL(url).host}
        </Text>
      </>
    ),
  },
  {
    heading: t('Events'),
    width: 'minmax(0, 2fr)',
    cell: ({ events }) => (
      <Text size="sm" truncate title={events.map(eventName).join(', ')}>
        {events.map(eventName).join(', ')}
      </Text>
    ),
  },
  { heading: t('State'), width: '120px', cell: (webhook) => <WebhookState webhook={webhook} /> },
  { heading: t('Waiting'), width: '90px', cell: ({ waiting }) => <Text size="sm">{inDigits(waiting)}</Text> },
  {
    heading: t('Last delivered'),
    width: '130px',
    cell: ({ last_delivered_at }) => (
      <Text size="sm">{last_delivered_at === null ? t('Never') : <Instant at={last_delivered_at} />}</Text>
    ),
  },
];
