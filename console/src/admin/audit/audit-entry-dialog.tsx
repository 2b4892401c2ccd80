// An audit entry with its values before and after, by field.

import { Stack, Table, Text } from '@mantine/core';
import { type AuditEntry, auditEntry } from '../../api/workspace.ts';
import { OpenEntry, type Opening } from '../../parts/dialogs/open-entry.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';
import { deviceOf } from '../../parts/texts/device.ts';
import { inDigits } from '../../parts/texts/digits.ts';
import { exactly } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { sentenceOf } from './audit-sentences.ts';

interface AuditEntryDialogProps {
  readonly open: Opening;
  readonly loaded: readonly AuditEntry[];
}

export function AuditEntryDialog({ open, loaded }: AuditEntryDialogProps) {
  return (
    <OpenEntry
      open={open}
      loaded={loaded}
      byId={auditEntry}
      titleOf={sentenceOf}
      gone={t('The link is wrong or belongs to another workspace. Entries of the audit log are never removed.')}
    >
      {(entry) => (
        <Stack gap="sm">
          <Text>{rich('{time}, recorded as <code>{kind}</code>.', { time: exactly(entry.at), kind: entry.kind })}</Text>
          <Text>{fromWhere(entry)}</Text>
          <Changes entry={entry} />
          {entry.request_id !== null && <CopyField label={t('Request id')} value={entry.request_id} />}
        </Stack>
      )}
    </OpenEntry>
  );
}

function fromWhere({ actor: { address = '', device = '' } }: AuditEntry): string {
  if (address === '' && device === '')
    return t('This entry did not come from a request, or it is older than the recording of addresses.');
  const program = deviceOf(device);
  return program === ''
    ? t('From {address}.', { address: address || t('an unknown address') })
    : t('From {address} with {program}.', { address: address || t('an unknown address'), program });
}

function Changes({ entry: { before, after } }: { readonly entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Field')}</Table.Th>
          <Table.Th>{t('Before')}</Table.Th>
          <Table.Th>{t('After')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Td>{name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{rendered(before?.[name])}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{rendered(after?.[name])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function rendered(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (typeof value === 'number') return inDigits(value);
  if (Array.isArray(value)) return value.map(rendered).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
