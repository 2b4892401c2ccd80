// The deliveries of a webhook with their results, and a button to resend.
import { Button, Select, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { WEBHOOK } from '../addresses.ts';
import { useChange } from '../api/change.ts';
import { NothingMatches } from '../parts/lists/nothing-matches.tsx';
import { type Column, Rows } from '../parts/lists/rows.tsx';
import { useAddress } from '../parts/page/address.ts';
import { Answered } from '../parts/page/states.tsx';
import { Status } from '../parts/page/status.tsx';
import { Instant } from '../parts/texts/instant.tsx';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';
import { eventName } from './event-names.ts';
import { type Delivery, deliveryPages, sendAgain, WEBHOOKS, type Webhook } from './webhooks-api.ts';

const STATES = [
  { value: 'pending', label: t('Pending or failed so far') },
  { value: 'delivered', label: t('Delivered') },
  { value: 'failed', label: t('Given up') },
] as const;

export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const [{ state }, go] = useAddress(WEBHOOK);
  const pages = useInfiniteQuery(deliveryPages(webhook.id, state));
  return (
    <>
      <Select
        label={t('State')}
        placeholder={t('All')}
        clearable
        w={250}
        value={state || null}
        onChange={(value) => go({ state: value ?? '' })}
        data={STATES}
      />
      <Answered of={pages} rows={3}>
        {(data) => {
          const rows = data.pages.flatMap(({ items }) => items);
          if (rows.length === 0)
            return state === '' ? (
              <Text c="dimmed">{t('Nothing has been sent yet. Send a test to see if it works.')}</Text>
            ) : (
              <NothingMatches showAll={() => go({ state: '' })}>
                {t('No deliveries of the last 30 days are in that state. Choose another state or all.')}
              </NothingMatches>
            );
          return (
            <Rows
              label={t('Deliveries')}
              rows={rows}
              columns={columns(webhook)}
              keyOf={({ event_id }) => event_id}
              pages={pages}
              height={66}
            />
          );
        }}
      </Answered>
    </>
  );
}

const columns = (webhook: Webhook): readonly Column<Delivery>[] => [
  {
    heading: t('When'),
    width: '120px',
    cell: ({ at }) => (
      <Text size="sm">
        <Instant at={at} />
      </Text>
    ),
  },
  {
    heading: t('Event'),
    width: 'minmax(0, 1.4fr)',
    cell: ({ type }) => <Text size="sm">{eventName(type)}</Text>,
  },
  {
    heading: t('Outcome'),
    width: 'minmax(0, 2.4fr)',
    cell: ({ state, cause, attempts, next_at }) => (
      <>
        <Outcome state={state} attempts={attempts} />
        <Text size="sm" c="dimmed" truncate title={cause ?? undefined}>
          {cause ?? (attempts > 1 ? t('At attempt {attempts}.', { attempts }) : '')}{' '}
          {cause !== null &&
            next_at !== null &&
            rich('Next attempt {when}.', { when: <Instant at={next_at} isAhead /> })}
        </Text>
      </>
    ),
  },
  {
    heading: t('Actions'),
    isAct: true,
    width: '120px',
    cell: (delivery) => <SendAgain webhook={webhook} delivery={delivery} />,
  },
];

function Outcome({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>) {
  if (state === 'delivered') return <Status tone="fine">{t('Delivered')}</Status>;
  if (state === 'failed') return <Status tone="trouble">{t('Given up')}</Status>;
  return attempts === 0 ? (
    <Status tone="quiet">{t('Pending')}</Status>
  ) : (
    <Status tone="attention">{t('Failed so far')}</Status>
  );
}

function SendAgain({ webhook, delivery }: { readonly webhook: Webhook; readonly delivery: Delivery }) {
  const sending = useChange(() => sendAgain(webhook.id, delivery.event_id), {
    refresh: [WEBHOOKS],
    done: t('Sending it again.'),
  });
  if (!webhook.is_on) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={sending.isPending}
      onClick={() => sending.mutate(undefined)}
      aria-label={t('Send again: {eventName}', { eventName: eventName(delivery.type) })}
    >
      {t('Send again')}
    </Button>
  );
}
