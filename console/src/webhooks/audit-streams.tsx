// The systems that receive the audit log.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../api/change.ts';
import { Confirm } from '../parts/dialogs/confirm.tsx';
import { Section } from '../parts/forms/section.tsx';
import { Answered } from '../parts/page/states.tsx';
import { Status } from '../parts/page/status.tsx';
import { Instant } from '../parts/texts/instant.tsx';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';
import { NewAuditStream, STREAM_FORMATS } from './new-audit-stream.tsx';
import { type AuditStream, auditStreams, deleteStream } from './webhooks-api.ts';

export function AuditStreams() {
  const streams = useQuery(auditStreams);
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Section
      title={t('Audit stream')}
      hint={t('Sends new entries of the audit log to your log system within a few seconds.')}
    >
      <Answered of={streams} rows={1}>
        {({ items }) => (
          <Stack gap="sm">
            {items.map((stream) => (
              <Stream key={stream.id} stream={stream} />
            ))}
            <Group>
              <Button variant="default" onClick={open}>
                {t('New audit stream')}
              </Button>
            </Group>
          </Stack>
        )}
      </Answered>
      <NewAuditStream opened={opened} close={close} />
    </Section>
  );
}

function Stream({ stream }: { readonly stream: AuditStream }) {
  const deleting = useChange(() => deleteStream(stream.id), { refresh: [auditStreams.queryKey], done: t('Ended.') });
  const { name, url, format, failing_since, cause, waiting, last_sent_at } = stream;
  const facts = {
    host: new URL(url).host,
    format: STREAM_FORMATS.find(({ value }) => value === format)?.label,
    waiting,
  };
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text fw={560} truncate>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {last_sent_at === null
            ? t('{host}, {format}; {waiting} waiting, nothing sent yet', facts)
            : rich('{host}, {format}; {waiting} waiting, last sent {when}', {
                ...facts,
                when: <Instant at={last_sent_at} />,
              })}
        </Text>
        {cause !== null && <Text size="sm">{cause}</Text>}
      </div>
      <Group gap="sm" wrap="nowrap">
        <Status tone={failing_since === null ? 'fine' : 'trouble'}>
          {failing_since === null ? t('Streams') : t('Fails')}
        </Status>
        <Confirm
          label={t('End')}
          title={t('End "{name}"?', { name })}
          confirm={t('End the stream')}
          button={{ size: 'compact-sm' }}
          onConfirm={() => deleting.mutateAsync(undefined)}
        >
          {t(
            'Nothing more is sent, including waiting entries: {waiting, plural, one {# entry} other {# entries}}. All of them stay in the audit log.',
            { waiting },
          )}
        </Confirm>
      </Group>
    </Group>
  );
}
