// An audit entry with its values before and after, by field.

import { Stack, Table, Text } from '@mantine/core';
import { type AuditEntry, auditEntry } from '../../api/workspace.ts';
import { OpenEntry, type Opening } from '../../parts/dialogs/open-entry.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';
import { deviceOf } from '../../parts/texts/device.ts';
import { inDigits } from '../../parts/texts/digits.ts';
import { exactly } from '../../parts/texts/instant.tsx';
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
      gone="The link is wrong or belongs to another workspace. Entries of the audit log are never removed."
    >
      {(entry) => (
        <Stack gap="sm">
          <Text>
            {exactly(entry.at)}, recorded as <code>{entry.kind}</code>.
          </Text>
          <Text>{fromWhere(entry)}</Text>
          <Changes entry={entry} />
          {entry.request_id !== null && <CopyField label="Request id" value={entry.request_id} />}
        </Stack>
      )}
    </OpenEntry>
  );
}

function fromWhere({ actor: { address = '', device = '' } }: AuditEntry): string {
  if (address === '' && device === '')
    return 'This entry did not come from a request, or it is older than the recording of addresses.';
  const program = deviceOf(device);
  return `From ${address || 'an unknown address'}${program === '' ? '' : ` with ${program}`}.`;
}

function Changes({ entry: { before, after } }: { readonly entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
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
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return inDigits(value);
  if (Array.isArray(value)) return value.map(rendered).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
