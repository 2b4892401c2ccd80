// Where the audit log is streamed to: other systems that collect logs.
import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { Confirm } from '../parts/confirm.tsx';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { Answered } from '../parts/states.tsx';
import { Status } from '../parts/status.tsx';
import { type AuditStream, auditStreams, createStream, deleteStream } from './webhooks-api.ts';

const FORMATS: readonly { readonly value: AuditStream['format']; readonly label: string }[] = [
  { value: 'ndjson', label: 'One entry a line (NDJSON)' },
  { value: 'splunk-hec', label: 'Splunk HTTP Event Collector' },
  { value: 'otlp', label: 'OpenTelemetry logs (OTLP)' },
];

export function AuditStreams() {
  const streams = useQuery(auditStreams);
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Section
      title="Audit stream"
      hint="New entries of the audit log go to where you collect logs, a few seconds later."
    >
      <Answered of={streams} rows={1}>
        {({ items }) => (
          <Stack gap="sm">
            {items.map((stream) => (
              <Stream key={stream.id} stream={stream} />
            ))}
            <Group>
              <Button variant="default" onClick={open}>
                New audit stream
              </Button>
            </Group>
          </Stack>
        )}
      </Answered>
      {opened && <NewStream close={close} />}
    </Section>
  );
}

function Stream({ stream }: { readonly stream: AuditStream }) {
  const deleting = useChange(() => deleteStream(stream.id), { refresh: [auditStreams.queryKey], done: 'Ended.' });
  const { name, url, format, failing_since, cause, waiting, last_sent_at } = stream;
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text fw={560} truncate>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {new URL(url).host}, {FORMATS.find(({ value }) => value === format)?.label}; {waiting} waiting, last sent{' '}
          {last_sent_at === null ? 'never' : <Instant at={last_sent_at} />}
        </Text>
        {cause !== null && <Text size="sm">{cause}</Text>}
      </div>
      <Group gap="sm" wrap="nowrap">
        <Status tone={failing_since === null ? 'fine' : 'trouble'}>
          {failing_since === null ? 'Streams' : 'Fails'}
        </Status>
        <Confirm
          label="End"
          title={`End "${name}"?`}
          confirm="End the stream"
          button={{ size: 'compact-sm' }}
          onConfirm={() => deleting.mutateAsync(undefined)}
        >
          Nothing is sent any more; {waiting} waiting entries neither. They stay in the audit log.
        </Confirm>
      </Group>
    </Group>
  );
}

function NewStream({ close }: { readonly close: () => void }) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [format, setFormat] = useState<AuditStream['format']>('ndjson');
  const [authorization, setAuthorization] = useState('');
  const errors = useFormErrors(['name', 'url', 'authorization']);
  const creating = useChange(
    () => createStream({ name: name.trim(), url: url.trim(), format, authorization: authorization.trim() || null }),
    { refresh: [auditStreams.queryKey], after: close, onProblem: errors.onProblem },
  );
  return (
    <Modal opened onClose={close} title="New audit stream">
      <form
        ref={errors.form}
        onSubmit={(event) => {
          event.preventDefault();
          errors.clear();
          creating.mutate(undefined);
        }}
      >
        <Stack>
          <TextInput
            label="Where does it go?"
            placeholder="Our SIEM"
            required
            maxLength={120}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            {...errors.field('name')}
          />
          <Select
            label="Format"
            allowDeselect={false}
            value={format}
            onChange={(value) => setFormat((value ?? 'ndjson') as AuditStream['format'])}
            data={FORMATS}
          />
          <TextInput
            label="Address"
            placeholder="https://logs.example.com/v1/logs"
            required
            type="url"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            {...errors.field('url')}
          />
          <TextInput
            label="Authorization header"
            description="Stored sealed, never shown again."
            placeholder="Splunk 0000… or Bearer …"
            autoComplete="off"
            value={authorization}
            onChange={(event) => setAuthorization(event.currentTarget.value)}
            {...errors.field('authorization')}
          />
          <FormProblem errors={errors} />
          <Group justify="flex-end">
            <Button type="submit" loading={creating.isPending} disabled={name.trim() === '' || url.trim() === ''}>
              Begin
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
