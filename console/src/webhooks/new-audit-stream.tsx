// Creates an audit stream: destination, format and authorization.
import { PasswordInput, Select, TextInput } from '@mantine/core';
import { isBlank } from '../../../src/base/text.ts';
import { type Making, MakingDialog, useMaking } from '../parts/dialogs/making-dialog.tsx';
import { t } from '../parts/texts/t.ts';
import { type AuditStream, auditStreams, createStream } from './webhooks-api.ts';

export const STREAM_FORMATS: readonly { readonly value: AuditStream['format']; readonly label: string }[] = [
  { value: 'ndjson', label: t('One entry per line (NDJSON)') },
  { value: 'splunk-hec', label: t('Splunk HTTP Event Collector') },
  { value: 'otlp', label: t('OpenTelemetry logs (OTLP)') },
  { value: 's3', label: t('Objects in an S3 bucket (NDJSON)') },
];

const EMPTY = {
  ...{ name: '', url: '', format: 'ndjson' as AuditStream['format'], authorization: '' },
  ...{ accessKeyId: '', secretAccessKey: '', region: '' },
};
type Fields = typeof EMPTY;
const NAMES = ['name', 'url', 'authorization', 's3.access_key_id', 's3.secret_access_key', 's3.region'];

const bodyOf = ({ name, url, format, ...form }: Fields): Parameters<typeof createStream>[0] => {
  const stream = { name: name.trim(), url: url.trim(), format };
  if (format !== 's3') return { ...stream, authorization: form.authorization.trim() || null };
  const region = form.region.trim();
  const keys = { access_key_id: form.accessKeyId.trim(), secret_access_key: form.secretAccessKey.trim() };
  return { ...stream, s3: { ...keys, ...(region === '' ? {} : { region }) } };
};

export function NewAuditStream({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const making = useMaking(EMPTY, {
    make: (fields) => createStream(bodyOf(fields)),
    names: NAMES,
    refresh: [auditStreams.queryKey],
    close,
  });
  const { fields, set } = making;
  const isBucket = fields.format === 's3';
  const needed = [fields.name, fields.url, ...(isBucket ? [fields.accessKeyId, fields.secretAccessKey] : [])];
  return (
    <MakingDialog
      making={making}
      opened={opened}
      title={t('New audit stream')}
      button={t('Begin')}
      isReady={needed.every((text) => !isBlank(text))}
    >
      <TextInput
        label={t('Where does it go?')}
        placeholder={t('Our SIEM')}
        required
        maxLength={120}
        {...making.text('name')}
      />
      <Select
        label={t('Format')}
        allowDeselect={false}
        value={fields.format}
        onChange={(value) => set({ format: value ?? 'ndjson' })}
        data={STREAM_FORMATS}
      />
      <Address {...making} />
      {isBucket ? <BucketKeys {...making} /> : <Authorization {...making} />}
    </MakingDialog>
  );
}

type Part = Pick<Making<Fields, unknown>, 'fields' | 'text'>;

function Address({ fields, text }: Part) {
  const isBucket = fields.format === 's3';
  return (
    <TextInput
      label={t('Address')}
      description={isBucket ? t('The server, the bucket and, if you like, a folder.') : undefined}
      placeholder={isBucket ? 'https://s3.eu-central-1.amazonaws.com/bucket/audit' : 'https://logs.example.com/v1/logs'}
      required
      type="url"
      {...text('url')}
    />
  );
}

function Authorization({ text }: Part) {
  return (
    <TextInput
      label={t('Authorization header')}
      description={t('Stored encrypted and never shown again.')}
      placeholder={t('Splunk 0000… or Bearer …')}
      autoComplete="off"
      {...text('authorization')}
    />
  );
}

function BucketKeys({ text }: Part) {
  return (
    <>
      <TextInput
        label={t('Access key')}
        description={t('Belongs to a user who may only write objects to this bucket.')}
        required
        autoComplete="off"
        {...text('accessKeyId', 's3.access_key_id')}
      />
      <PasswordInput
        label={t('Secret access key')}
        description={t('Stored encrypted and never shown again.')}
        required
        autoComplete="off"
        {...text('secretAccessKey', 's3.secret_access_key')}
      />
      <TextInput
        label={t('Region')}
        description={t('Needed only if the address does not contain it.')}
        placeholder={t('eu-central-1')}
        autoComplete="off"
        {...text('region', 's3.region')}
      />
    </>
  );
}
