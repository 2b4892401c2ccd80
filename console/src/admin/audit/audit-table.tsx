// Audit entries as a table of sentences. Rows open audit-entry-dialog.tsx.
import { Button, Text } from '@mantine/core';
import type { AuditEntry } from '../../api/workspace.ts';
import type { Opening } from '../../parts/dialogs/open-entry.tsx';
import { type Column, type Pages, Rows } from '../../parts/lists/rows.tsx';
import { deviceOf } from '../../parts/texts/device.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { t } from '../../parts/texts/t.ts';
import { sentenceOf } from './audit-sentences.ts';

interface AuditTableProps {
  readonly label: string;
  readonly entries: readonly AuditEntry[];
  readonly pages: Pages;
  readonly open: Opening;
}

export function AuditTable({ label, entries, pages, open }: AuditTableProps) {
  return (
    <Rows
      label={label}
      rows={entries}
      columns={columns(({ id }) => open.set(id))}
      keyOf={({ id }) => id}
      pages={pages}
      height={40}
    />
  );
}

const columns = (show: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] => [
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
    heading: t('What happened'),
    isMain: true,
    width: 'minmax(0, 4fr)',
    cell: (entry) => (
      <Text size="sm" truncate title={sentenceOf(entry)}>
        {sentenceOf(entry)}
      </Text>
    ),
  },
  {
    heading: t('From'),
    width: 'minmax(0, 1.5fr)',
    cell: ({ actor: { address = '', device = '' } }) => (
      <Text size="sm" c="dimmed" truncate title={device}>
        {[deviceOf(device), address].filter((part) => part !== '').join(', ')}
      </Text>
    ),
  },
  {
    heading: t('Details'),
    isAct: true,
    width: '84px',
    cell: (entry) => (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => show(entry)}
        aria-label={t('Show: {sentence}', { sentence: sentenceOf(entry) })}
      >
        {t('Show')}
      </Button>
    ),
  },
];
