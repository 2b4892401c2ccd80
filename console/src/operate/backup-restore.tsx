// How to restore a backup: whether it can be restored, the commands, and what a PostgreSQL server does better by other
// means.
import { Code, Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { BackupList } from '../api/service.ts';
import { Section } from '../parts/forms/section.tsx';
import { CopyField } from '../parts/secrets/copy-field.tsx';
import { moment } from '../parts/texts/instant.tsx';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';

export function WayBack({ list }: { readonly list: BackupList }) {
  const { items, schedule, storage } = list;
  const [chosen, setChosen] = useState<string>();
  const backup = items.find(({ name }) => name === chosen) ?? items[0];
  const path = inShell(`${schedule?.folder ?? './backups'}/${backup?.name ?? 'today'}`);
  const target =
    (backup?.kind ?? storage) === 'embedded'
      ? 'CAIRN_DATABASE_URL=embedded:./restored CAIRN_ASSETS=./restored/assets'
      : 'CAIRN_DATABASE_URL=postgres://…/an_empty_database CAIRN_ASSETS=./restored/assets';
  return (
    <>
      <Section
        title={t('Restore a backup')}
        hint={t("On the command line of the service's machine. Nothing here overwrites data.")}
      >
        {backup !== undefined && (
          <Select
            label={t('Backup')}
            maw={340}
            allowDeselect={false}
            value={backup.name}
            onChange={(name) => setChosen(name ?? undefined)}
            data={items.map(({ name, made_at }) => ({ value: name, label: moment(made_at) }))}
          />
        )}
        <Text size="sm">
          {t(
            'Check it first: it is restored into a temporary database, counted and discarded. The service may keep running. Results of checks are not recorded.',
          )}
        </Text>
        <CopyField label={t('Check command')} value={`cairn restore --check ${path}`} />
        <Text size="sm">
          {t(
            'Restore it to an empty location, then start the service there. An incomplete or damaged backup is refused before anything changes.',
          )}
          {storage === 'embedded' &&
            t('With an empty PostgreSQL database in CAIRN_DATABASE_URL, the same command moves everything there.')}
        </Text>
        <CopyField label={t('Restore command')} value={`${target} cairn restore ${path}`} />
        {schedule === null && (
          <CopyField label={t('Backup without a running service')} value="cairn backup ./backups/today" />
        )}
      </Section>
      {storage === 'postgres' && <OfServer />}
    </>
  );
}

function OfServer() {
  return (
    <Section
      title={t("In addition to PostgreSQL's own backups")}
      hint={t('This service stores its data on a PostgreSQL server.')}
    >
      <Text size="sm">
        {rich(
          "Use the server's own backups too: continuous archiving with point-in-time recovery, or snapshots of the provider. They lose seconds, but a backup here loses everything since it was made. A backup here is the output of <code>pg_dump</code>. It is useful for a move to another server, and needs <code>pg_dump</code> in the server's version or newer next to the service. Neither contains images in a bucket, so switch on versioning there.",
          { code: (text) => <Code>{text}</Code> },
        )}
      </Text>
    </Section>
  );
}

/** Quoted as one word of a shell. */
const inShell = (path: string): string => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
