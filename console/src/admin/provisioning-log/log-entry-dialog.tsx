// A request of an identity provider: its body and the response, if stored, and how to fix the problem.
import { Alert, Group, Stack, Text } from '@mantine/core';
import { type LogEntry, logEntry } from '../../api/connections.ts';
import { OpenEntry, type Opening } from '../../parts/dialogs/open-entry.tsx';
import { Status } from '../../parts/page/status.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';
import { exactly } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { LogSubject } from './log-subject.tsx';
import { actOf, OUTCOMES } from './log-words.ts';
import { remedyOf } from './remedies.ts';

const METHODS: Readonly<Record<string, string>> = {
  create: 'POST',
  read: 'GET',
  search: 'GET',
  update: 'PATCH',
  replace: 'PUT',
  delete: 'DELETE',
};

interface LogEntryDialogProps {
  readonly connectionId: string;
  readonly open: Opening;
  readonly loaded: readonly LogEntry[];
}

export function LogEntryDialog({ connectionId, open, loaded }: LogEntryDialogProps) {
  return (
    <OpenEntry
      open={open}
      loaded={loaded}
      byId={(id) => logEntry(connectionId, id)}
      titleOf={actOf}
      gone={t(
        'Requests are kept for 30 days unless the service is configured otherwise, and deleted with their connection.',
      )}
    >
      {(entry) => (
        <Stack gap="sm">
          <Group justify="space-between">
            <LogSubject entry={entry} />
            <Status tone={OUTCOMES[entry.outcome].tone}>
              {OUTCOMES[entry.outcome].word}, {entry.status}
            </Status>
          </Group>
          <Text size="sm" c="dimmed">
            {rich('<code>{method} {path}</code>, {time}, in {round} ms', {
              method: methodOf(entry),
              path: pathOf(entry),
              time: exactly(entry.at),
              round: Math.round(entry.duration_ms),
            })}
          </Text>
          {entry.outcome !== 'ok' && (
            <Alert
              color="yellow"
              variant="light"
              title={entry.explanation ?? t('Answered with {status}', { status: entry.status })}
            >
              <Text size="sm">{remedyOf(entry)}</Text>
            </Alert>
          )}
          {entry.warnings.map((warning) => (
            <Text key={warning} size="sm">
              {warning}
            </Text>
          ))}
          <Answer entry={entry} />
          {entry.request !== null && (
            <>
              <Text size="sm" fw={560}>
                {t('Request, with personal values masked')}
              </Text>
              <pre className="prompt-text">{JSON.stringify(entry.request, null, 2)}</pre>
            </>
          )}
          <CopyField label={t('Request id')} value={entry.request_id} />
        </Stack>
      )}
    </OpenEntry>
  );
}

/** The response that the provider received, for refusals (RFC 7644, section 3.12). */
function Answer({ entry: { outcome, status, scim_type, explanation } }: { readonly entry: LogEntry }) {
  if (outcome === 'ok') return null;
  const answer = { status: String(status), ...(scim_type !== null && { scimType: scim_type }), detail: explanation };
  return (
    <>
      <Text size="sm" fw={560}>
        {t('Response')}
      </Text>
      <pre className="prompt-text">{JSON.stringify(answer, null, 2)}</pre>
    </>
  );
}

/** If the path does not support the method, the entry contains the method as sent. */
const methodOf = ({ operation }: LogEntry): string =>
  METHODS[operation] ?? (/^[A-Z]+$/.test(operation) ? operation : '');

function pathOf({ resource, resource_id }: LogEntry): string {
  if (resource.startsWith('/')) return resource;
  const collection = resource === 'User' || resource === 'Group' ? `${resource}s` : resource;
  return resource_id === null ? `/${collection}` : `/${collection}/${resource_id}`;
}
