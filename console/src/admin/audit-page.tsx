// The audit log: what happened, who did it, to whom; filtered, and exported as it is filtered.
import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuditEntry, type AuditFilter, auditExport, auditPages } from '../api/workspace.ts';
import { Instant } from '../parts/instant.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';
import { sentenceOf } from './audit-sentences.ts';
import { startOfDay } from './days.ts';

const KINDS = [
  { value: 'team.member', label: 'People' },
  { value: 'team.group', label: 'Groups' },
  { value: 'team.connection', label: 'Directory sync' },
  { value: 'credential', label: 'API keys' },
  { value: 'trail', label: 'Trails' },
  { value: 'session', label: 'Sign-in' },
  { value: 'team', label: 'Everything about the workspace' },
];

export function AuditPage() {
  const [kind, setKind] = useState('');
  const [days, setDays] = useState({ from: '', until: '' });
  const [shown, show] = useState<AuditEntry>();
  const filter: AuditFilter = { kind, from: startOfDay(days.from, 0), until: startOfDay(days.until, 1) };
  const log = useInfiniteQuery(auditPages(filter));
  return (
    <Page
      title="Audit log"
      lead="Written with every change, and never changed after."
      actions={
        <>
          <Button component="a" href={auditExport(filter, 'csv')} variant="default" download>
            Export CSV
          </Button>
          <Button component="a" href={auditExport(filter, 'ndjson')} variant="default" download>
            Export NDJSON
          </Button>
        </>
      }
    >
      <Group gap="sm" align="flex-end">
        <Select
          label="About"
          placeholder="Everything"
          clearable
          value={kind || null}
          onChange={(value) => setKind(value ?? '')}
          data={KINDS}
        />
        <TextInput
          type="date"
          label="From"
          value={days.from}
          onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Up to and including"
          value={days.until}
          onChange={(event) => setDays({ ...days, until: event.currentTarget.value })}
        />
      </Group>
      <Answered of={log}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0) return <Empty title="Nothing happened">Choose another kind, or a longer time.</Empty>;
          const more = log.hasNextPage ? () => void log.fetchNextPage() : undefined;
          return <Rows label="Audit log" rows={rows} columns={columns(show)} keyOf={({ id }) => id} more={more} />;
        }}
      </Answered>
      <AuditEntryDialog entry={shown} close={() => show(undefined)} />
    </Page>
  );
}

const columns = (show: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] => [
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
    heading: 'What happened',
    width: 'minmax(0, 4fr)',
    cell: (entry) => (
      <Text size="sm" truncate title={sentenceOf(entry)}>
        {sentenceOf(entry)}
      </Text>
    ),
  },
  {
    heading: 'Details',
    width: '84px',
    cell: (entry) => (
      <Button size="compact-sm" variant="default" onClick={() => show(entry)} aria-label={`Show: ${sentenceOf(entry)}`}>
        Show
      </Button>
    ),
  },
];
