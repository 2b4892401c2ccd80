// Entries of the audit log as a table of sentences; a row opens to what differs.
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { AuditEntry } from '../api/workspace.ts';
import { Instant } from '../parts/instant.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';
import { sentenceOf } from './audit-sentences.ts';

interface AuditTableProps {
  readonly label: string;
  readonly entries: readonly AuditEntry[];
  readonly more: (() => void) | undefined;
}

export function AuditTable({ label, entries, more }: AuditTableProps) {
  const [entry, show] = useState<AuditEntry>();
  return (
    <>
      <Rows label={label} rows={entries} columns={columns(show)} keyOf={({ id }) => id} more={more} height={48} />
      <AuditEntryDialog entry={entry} close={() => show(undefined)} />
    </>
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
