// The dialog that begins an audit stream: where it goes, in which form, and what authorizes it there.
import { Button, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { type AuditStream, auditStreams, createStream } from './webhooks-api.ts';

export const STREAM_FORMATS: readonly { readonly value: AuditStream['format']; readonly label: string }[] = [
  { value: 'ndjson', label: 'One entry a line (NDJSON)' },
  { value: 'splunk-hec', label: 'Splunk HTTP Event Collector' },
  { value: 'otlp', label: 'OpenTelemetry logs (OTLP)' },
  { value: 's3', label: 'Objects in an S3 bucket (NDJSON)' },
];

const EMPTY = {
  ...{ name: '', url: '', format: 'ndjson' as AuditStream['format'], authorization: '' },
  ...{ accessKeyId: '', secretAccessKey: '', region: '' },
};
type Form = typeof EMPTY;

const bodyOf = ({ name, url, format, ...form }: Form): Parameters<typeof createStream>[0] => {
  const stream = { name: name.trim(), url: url.trim(), format };
  if (format !== 's3') return { ...stream, authorization: form.authorization.trim() || null };
  const region = form.region.trim();
  const keys = { access_key_id: form.accessKeyId.trim(), secret_access_key: form.secretAccessKey.trim() };
  return { ...stream, s3: { ...keys, ...(region === '' ? {} : { region }) } };
};

export function NewAuditStream({ close }: { readonly close: () => void }) {
  const [form, setForm] = useState(EMPTY);
  const errors = useFormErrors([
    'name',
    'url',
    'authorization',
    's3.access_key_id',
    's3.secret_access_key',
    's3.region',
  ]);
  const creating = useChange(() => createStream(bodyOf(form)), {
    ...{ refresh: [auditStreams.queryKey], after: close, onProblem: errors.onProblem },
  });
  const set = (change: Partial<Form>): void => setForm({ ...form, ...change });
  const isBucket = form.format === 's3';
  const needed = isBucket ? [form.accessKeyId, form.secretAccessKey] : [];
  return (
    <Dialog opened onClose={close} title="New audit stream">
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
            value={form.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            {...errors.field('name')}
          />
          <Select
            label="Format"
            allowDeselect={false}
            value={form.format}
            onChange={(value) => set({ format: (value ?? 'ndjson') as AuditStream['format'] })}
            data={STREAM_FORMATS}
          />
          <TextInput
            label="Address"
            description={isBucket ? 'The server, the bucket and, if you like, a folder.' : undefined}
            placeholder={
              isBucket ? 'https://s3.eu-central-1.amazonaws.com/bucket/audit' : 'https://logs.example.com/v1/logs'
            }
            required
            type="url"
            value={form.url}
            onChange={(event) => set({ url: event.currentTarget.value })}
            {...errors.field('url')}
          />
          {isBucket ? (
            <BucketKeys form={form} set={set} errors={errors} />
          ) : (
            <TextInput
              label="Authorization header"
              description="Stored sealed, never shown again."
              placeholder="Splunk 0000… or Bearer …"
              autoComplete="off"
              value={form.authorization}
              onChange={(event) => set({ authorization: event.currentTarget.value })}
              {...errors.field('authorization')}
            />
          )}
          <FormProblem errors={errors} />
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={creating.isPending}
              disabled={[form.name, form.url, ...needed].some((text) => text.trim() === '')}
            >
              Begin
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface KeyFields {
  readonly form: Form;
  readonly set: (change: Partial<Form>) => void;
  readonly errors: ReturnType<typeof useFormErrors>;
}

function BucketKeys({ form, set, errors }: KeyFields) {
  return (
    <>
      <TextInput
        label="Access key"
        description="Of a user who may put objects into this bucket and nothing else."
        required
        autoComplete="off"
        value={form.accessKeyId}
        onChange={(event) => set({ accessKeyId: event.currentTarget.value })}
        {...errors.field('s3.access_key_id')}
      />
      <PasswordInput
        label="Secret access key"
        description="Stored sealed, never shown again."
        required
        autoComplete="off"
        value={form.secretAccessKey}
        onChange={(event) => set({ secretAccessKey: event.currentTarget.value })}
        {...errors.field('s3.secret_access_key')}
      />
      <TextInput
        label="Region"
        description="Only where the address does not name it."
        placeholder="eu-central-1"
        autoComplete="off"
        value={form.region}
        onChange={(event) => set({ region: event.currentTarget.value })}
        {...errors.field('s3.region')}
      />
    </>
  );
}
