// The audit log: what happened, who did it, to whom; filtered, and exported as it is filtered.
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuditFilter, auditExport, auditPages } from '../api/workspace.ts';
import { Page } from '../parts/page.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { AuditTable } from './audit-table.tsx';
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
          return <AuditTable label="Audit log" entries={rows} more={more} />;
        }}
      </Answered>
    </Page>
  );
}
