// Backups of the whole service, for operators: existing ones, a button to create one, the schedule, and how to restore.

import '@mantine/core/styles/Progress.css';
import { Alert, Button, Code, Progress, Stack, Text } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../api/change.ts';
import { type Backup, type BackupList, backupList, makeBackup } from '../api/service.ts';
import { Section } from '../parts/forms/section.tsx';
import { type Column, Rows } from '../parts/lists/rows.tsx';
import { Page } from '../parts/page/page.tsx';
import { Answered, Empty } from '../parts/page/states.tsx';
import { Instant, moment } from '../parts/texts/instant.tsx';
import { rich } from '../parts/texts/rich.ts';
import { sizeOf } from '../parts/texts/sizes.ts';
import { t } from '../parts/texts/t.ts';
import { WayBack } from './backup-restore.tsx';

export function BackupsPage() {
  const backups = useQuery(backupList);
  const making = useChange(makeBackup, {
    refresh: [backupList.queryKey],
    done: ({ bytes }) => t('The backup is made: {bytes}.', { bytes: sizeOf(bytes) }),
  });
  const isMaking = making.isPending || Boolean(backups.data?.under_way);
  const make = (
    <Button
      leftSection={<IconDatabaseExport size={16} aria-hidden />}
      loading={isMaking}
      onClick={() => making.mutate(undefined)}
    >
      {t('Create a backup now')}
    </Button>
  );
  return (
    <Page
      title={t('Backups')}
      lead={t(
        'Backups contain everything: all workspaces, the service-wide catalog, people, hashed keys, the log, and images stored in a folder.',
      )}
      actions={backups.data?.is_kept ? make : undefined}
    >
      <Answered of={backups} rows={3}>
        {(list) => (
          <>
            {isMaking && <UnderWay list={list} />}
            <Troubles list={list} />
            <Kept list={list} />
            <Schedule list={list} />
            <WayBack list={list} />
          </>
        )}
      </Answered>
    </Page>
  );
}

/** Progress, compared with the size of the last backup of the same kind. */
function UnderWay({ list: { under_way, items, storage } }: { readonly list: BackupList }) {
  const written = under_way?.bytes ?? 0;
  const last = items.find(({ kind }) => kind === storage)?.bytes;
  const part = last === undefined || written === 0 ? undefined : Math.min(99, Math.round((100 * written) / last));
  return (
    <Alert variant="light" color="pine" title={t('Creating a backup')} role="status">
      <Stack gap="xs">
        <Text size="sm">
          {written === 0 ? t('Reading the database.') : t('{written} written.', { written: sizeOf(written) })}{' '}
          {last !== undefined && t('The last one took {last}.', { last: sizeOf(last) })} {t('You can leave this page.')}{' '}
          {storage === 'embedded' && t('Other requests have to wait while the embedded database is read.')}
        </Text>
        <Progress
          value={part ?? 100}
          animated={part === undefined}
          aria-label={t('Written so far, compared with the last backup')}
        />
      </Stack>
    </Alert>
  );
}

/** Why the last scheduled backup failed, and which backups cannot be restored. */
function Troubles({ list: { trouble, items } }: { readonly list: BackupList }) {
  const broken = items.filter(({ verification }) => verification?.reason);
  if (trouble === null && broken.length === 0) return null;
  return (
    <Alert variant="light" color="red" title={t('Backups need attention')} role="alert">
      <Stack gap="xs">
        {trouble !== null && (
          <Text size="sm">
            {t('The backup of {time} failed: {reason}', { time: moment(trouble.at), reason: trouble.reason })}
          </Text>
        )}
        {broken.map(({ name, verification }) => (
          <Text size="sm" key={name}>
            {t('{name} cannot be restored: {reason}', { name, reason: verification?.reason ?? '' })}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

function Kept({ list: { is_kept, items } }: { readonly list: BackupList }) {
  if (!is_kept)
    return (
      <Empty title={t('Backups are off')}>
        {rich(
          'Start the service with <code>CAIRN_BACKUP_FOLDER</code>, a folder on another disk than the data. A backup is then made every day, and you can create one here.',
          { code: (text) => <Code>{text}</Code> },
        )}
      </Empty>
    );
  if (items.length === 0)
    return <Empty title={t('No backups yet')}>{t('The first one starts within minutes, or create one now.')}</Empty>;
  return <Rows label={t('Backups')} rows={items} columns={COLUMNS} keyOf={({ name }) => name} height={40} />;
}

const COLUMNS: readonly Column<Backup>[] = [
  {
    heading: t('Made'),
    width: '130px',
    cell: ({ made_at }) => (
      <Text size="sm">
        <Instant at={made_at} />
      </Text>
    ),
  },
  {
    heading: t('Folder'),
    width: 'minmax(0, 2.4fr)',
    cell: ({ name }) => (
      <Text size="sm" className="numbers" truncate>
        {name}
      </Text>
    ),
  },
  {
    heading: t('Database'),
    width: '100px',
    cell: ({ bytes }) => (
      <Text size="sm" className="numbers">
        {sizeOf(bytes)}
      </Text>
    ),
  },
  { heading: t('Check'), width: '150px', cell: ({ verification }) => <Text size="sm">{checkOf(verification)}</Text> },
  { heading: t('Storage'), width: '110px', cell: ({ kind }) => <Text size="sm">{STORAGES[kind]}</Text> },
  {
    heading: t('Images'),
    width: '110px',
    cell: ({ images }) => <Text size="sm">{images ? t('In it') : t('Not in it')}</Text>,
  },
  { heading: t('Release'), width: '90px', cell: ({ release }) => <Text size="sm">{shortly(release)}</Text> },
];

function checkOf(verification: Backup['verification']): string {
  if (verification === null) return t('Not checked yet');
  const { state, restored } = verification;
  if (restored !== null) return t('Restored in {seconds} s', { seconds: restored.seconds });
  return state === 'damaged' ? t('Damaged') : t('Cannot be restored');
}

/** A version in full, a commit abbreviated. */
const shortly = (release: string): string => (/^[0-9a-f]{40}$/.test(release) ? release.slice(0, 8) : release);

const STORAGES: Readonly<Record<Backup['kind'], string>> = { embedded: t('Embedded'), postgres: 'PostgreSQL' };

/** The newest backup that was restored on the side. */
function Proof({ items }: Pick<BackupList, 'items'>) {
  const proven = items.find(({ verification }) => verification?.restored);
  if (!proven?.verification?.restored) return null;
  const { tables, rows, seconds } = proven.verification.restored;
  return (
    <Text size="sm">
      {t('The backup of {time} was restored as a test: {tables} tables and {rows} rows in {seconds} s.', {
        ...{ time: moment(proven.made_at), tables, rows, seconds },
      })}
    </Text>
  );
}

function Schedule({ list: { schedule, items } }: { readonly list: BackupList }) {
  if (schedule === null) return null;
  const { folder, every_hours, keep } = schedule;
  const last = items[0];
  const next = last === undefined ? undefined : Date.parse(last.made_at) + every_hours * 3_600_000;
  return (
    <Section title={t('Schedule')} hint={t('Set when the service starts, for all of its processes.')}>
      <Text size="sm">
        {t(
          'A backup is made as soon as the last one is {everyHours, plural, =1 {an hour} one {# hour} other {# hours}} old.',
          { everyHours: every_hours },
        )}{' '}
        {next !== undefined &&
          (next > Date.now()
            ? t('The next is due on {time}.', { time: moment(new Date(next).toISOString()) })
            : t('The next is due now.'))}{' '}
        {rich(
          '{keep, plural, =1 {Only the newest is} one {The newest # is} other {The newest # are}} kept. A failed backup is retried after half an hour. Alert on <code>cairn_backup_age_seconds</code>.',
          { keep, code: (text) => <Code>{text}</Code> },
        )}
      </Text>
      <Proof items={items} />
      <Text size="sm">
        {rich(
          "They are in <code>{folder}</code> on the service's machine, each in a separate folder. Copy them to another place from there. They cannot be downloaded here, because a backup contains everyone's data.",
          { code: (text) => <Code>{text}</Code>, folder },
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {rich(
          '<code>CAIRN_BACKUP_FOLDER</code>, <code>CAIRN_BACKUP_HOURS</code> and <code>CAIRN_BACKUP_KEEP</code> set this.',
          { code: (text) => <Code>{text}</Code> },
        )}
      </Text>
    </Section>
  );
}
