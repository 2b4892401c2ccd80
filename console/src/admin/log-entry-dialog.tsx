// One request of an identity provider in full, as far as it is kept: secrets and personal values are masked.
import { Modal, Stack, Text } from '@mantine/core';
import type { LogEntry } from '../api/connections.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { exactly } from '../parts/instant.tsx';

export function LogEntryDialog({ entry, close }: { readonly entry: LogEntry | undefined; readonly close: () => void }) {
  return (
    <Modal
      opened={entry !== undefined}
      onClose={close}
      size="lg"
      title={entry === undefined ? '' : `${entry.operation} ${entry.resource}, ${entry.status}`}
    >
      {entry !== undefined && (
        <Stack gap="sm">
          <Text size="sm">
            {exactly(entry.at)}, in {Math.round(entry.duration_ms)} ms.
          </Text>
          {entry.explanation !== null && <Text>{entry.explanation}</Text>}
          {entry.warnings.map((warning) => (
            <Text key={warning}>{warning}</Text>
          ))}
          <CopyField label="Request id" value={entry.request_id} />
          {entry.request !== null && (
            <pre className="prompt-text" tabIndex={-1}>
              {JSON.stringify(entry.request, null, 2)}
            </pre>
          )}
        </Stack>
      )}
    </Modal>
  );
}
