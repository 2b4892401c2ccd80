// Every request of the identity provider as it comes in, what became of it, and the sentence that explains a refusal.
import { Badge, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connectionLog, type LogEntry, type LogFilter, logExport } from '../api/connections.ts';
import { Instant } from '../parts/instant.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { LogEntryDialog } from './log-entry-dialog.tsx';

const LIVE_EVERY_MS = 4_000;

export function ProvisioningLog({ connectionId }: { readonly connectionId: string }) {
  const [outcome, setOutcome] = useState<LogFilter['outcome']>('');
  const [shown, show] = useState<LogEntry>();
  const log = useInfiniteQuery({
    ...connectionLog(connectionId, { outcome, resource: '' }),
    refetchInterval: LIVE_EVERY_MS,
  });
  return (
    <>
      <Group justify="space-between" mb="sm">
        <SegmentedControl
          value={outcome}
          onChange={(value) => setOutcome(value as LogFilter['outcome'])}
          aria-label="Which requests"
          data={[
            { value: '', label: 'All' },
            { value: 'ok', label: 'Done' },
            { value: 'refused', label: 'Refused' },
            { value: 'failed', label: 'Failed' },
          ]}
        />
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            Live
          </Text>
          <Button component="a" href={logExport(connectionId)} variant="default" size="xs" download>
            Export as CSV
          </Button>
        </Group>
      </Group>
      <Answered of={log}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0)
            return (
              <Empty title="No request yet">
                Test the connection in the identity provider: the request stands here a moment later, and why it was
                refused if it was.
              </Empty>
            );
          const more = log.hasNextPage ? () => void log.fetchNextPage() : undefined;
          return (
            <Rows
              label="Provisioning log"
              rows={rows}
              columns={columns(show)}
              keyOf={({ id }) => id}
              more={more}
              height={58}
            />
          );
        }}
      </Answered>
      <LogEntryDialog entry={shown} close={() => show(undefined)} />
    </>
  );
}

const columns = (show: (entry: LogEntry) => void): readonly Column<LogEntry>[] => [
  {
    heading: 'When',
    width: '120px',
    cell: ({ at }) => (
      <Text size="sm">
        <Instant at={at} />
      </Text>
    ),
  },
  {
    heading: 'What',
    width: 'minmax(0, 1.2fr)',
    cell: ({ operation, resource, resource_name }) => (
      <>
        <Text size="sm" truncate>
          {operation} {resource}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {resource_name ?? ''}
        </Text>
      </>
    ),
  },
  {
    heading: 'Outcome',
    width: '110px',
    cell: ({ outcome, status }) => (
      <Badge
        variant={outcome === 'ok' ? 'filled' : 'default'}
        {...(outcome !== 'ok' && { className: 'trouble' })}
        tt="none"
      >
        {OUTCOMES[outcome]} {status}
      </Badge>
    ),
  },
  {
    heading: 'Why',
    width: 'minmax(0, 2.2fr)',
    cell: ({ explanation }) => (
      <Text size="sm" lineClamp={2}>
        {explanation ?? ''}
      </Text>
    ),
  },
  {
    heading: 'Details',
    width: '84px',
    cell: (entry) => (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => show(entry)}
        aria-label={`Show request ${entry.request_id}`}
      >
        Show
      </Button>
    ),
  },
];

const OUTCOMES = { ok: 'Done', refused: 'Refused', failed: 'Failed' } as const;
