// Connected apps as a table: those of the person or of the whole workspace.
import { Text } from '@mantine/core';
import type { ConnectedApp } from '../api/apps.ts';
import { wordsOf } from '../consent/question.tsx';
import { Confirm } from '../parts/dialogs/confirm.tsx';
import { type Column, Rows } from '../parts/lists/rows.tsx';
import { Instant } from '../parts/texts/instant.tsx';
import { t } from '../parts/texts/t.ts';

interface AppTableProps {
  readonly label: string;
  readonly apps: readonly ConnectedApp[];
  readonly end: (id: string) => Promise<unknown>;
  /** Disconnects the app for everyone. */
  readonly endAll?: (client_id: string) => Promise<unknown>;
}

export function AppTable({ label, apps, end, endAll }: AppTableProps) {
  const columns: readonly Column<ConnectedApp>[] = [
    {
      heading: t('App'),
      width: 'minmax(0, 2fr)',
      cell: (app) => <AppName app={app} withPerson={endAll !== undefined} />,
    },
    {
      heading: t('May'),
      width: 'minmax(0, 2.4fr)',
      cell: ({ scopes }) => (
        <Text size="sm" lineClamp={2} title={wordsOf(scopes)}>
          {wordsOf(scopes)}
        </Text>
      ),
    },
    {
      heading: t('Connected'),
      width: '120px',
      cell: ({ connected_at }) => (
        <Text size="sm">
          <Instant at={connected_at} />
        </Text>
      ),
    },
    {
      heading: t('Last used'),
      width: '120px',
      cell: ({ last_used_at }) => (
        <Text size="sm">{last_used_at === null ? t('Never') : <Instant at={last_used_at} />}</Text>
      ),
    },
    {
      heading: t('Actions'),
      isAct: true,
      width: endAll === undefined ? '130px' : '260px',
      cell: (app) => <Ending app={app} end={end} endAll={endAll} />,
    },
  ];
  return <Rows label={label} rows={apps} columns={columns} keyOf={({ id }) => id} height={66} />;
}

function AppName({ app, withPerson }: { readonly app: ConnectedApp; readonly withPerson: boolean }) {
  const own = withPerson ? t('on their own computer') : t('on your own computer');
  const where = app.host === '' ? own : app.host;
  return (
    <>
      <Text fw={560} truncate dir="auto">
        {app.name}
      </Text>
      <Text size="sm" c="dimmed" truncate>
        {withPerson && (
          <>
            <bdi>{app.person.name || app.person.email}</bdi>,{' '}
          </>
        )}
        {where}
      </Text>
    </>
  );
}

function Ending({
  app,
  end,
  endAll,
}: Pick<AppTableProps, 'end'> & { readonly app: ConnectedApp; readonly endAll: AppTableProps['endAll'] }) {
  return (
    <>
      <Confirm
        label={t('Disconnect')}
        title={t('Disconnect {app}?', { app: app.name })}
        confirm={t('Disconnect')}
        button={{ size: 'xs' }}
        onConfirm={() => end(app.id)}
      >
        {t('Its next request is refused, and you have to allow it again.')}
      </Confirm>
      {endAll !== undefined && (
        <Confirm
          label={t('For everyone')}
          title={t('Disconnect {app} for everyone?', { app: app.name })}
          confirm={t('Disconnect for everyone')}
          button={{ size: 'xs', ml: 6 }}
          onConfirm={() => endAll(app.client_id)}
        >
          {t(
            'Everyone in the workspace who connected it has to allow it again. To keep it out, remove its host from the allowed hosts.',
          )}
        </Confirm>
      )}
    </>
  );
}
