// One entry of the audit log: before and after, member by member.
import { Modal, Stack, Table, Text } from '@mantine/core';
import type { AuditEntry } from '../api/workspace.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { deviceOf } from '../parts/device.ts';
import { exactly } from '../parts/instant.tsx';
import { sentenceOf } from './audit-sentences.ts';

export function AuditEntryDialog({
  entry,
  close,
}: {
  readonly entry: AuditEntry | undefined;
  readonly close: () => void;
}) {
  return (
    <Modal opened={entry !== undefined} onClose={close} size="lg" title={entry === undefined ? '' : sentenceOf(entry)}>
      {entry !== undefined && (
        <Stack gap="sm">
          <Text>
            {exactly(entry.at)}, recorded as <code>{entry.kind}</code>.
          </Text>
          <Text>{fromWhere(entry)}</Text>
          <Changes entry={entry} />
          {entry.request_id !== null && <CopyField label="Request id" value={entry.request_id} />}
        </Stack>
      )}
    </Modal>
  );
}

function fromWhere({ actor: { address = '', device = '' } }: AuditEntry): string {
  if (address === '' && device === '') return 'Not from a request, or from before addresses were kept.';
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
            <Table.Td>{name}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{tell(before?.[name])}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{tell(after?.[name])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function tell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
