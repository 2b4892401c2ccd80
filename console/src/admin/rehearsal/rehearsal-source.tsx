// The requests to rehearse: those of the last cycle, or those that lead to the state of an uploaded list.
import { Alert, Button, Checkbox, FileButton, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { type Connection, changeConnection } from '../../api/connections.ts';
import type { RehearsalBody } from '../../api/rehearsals.ts';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { textOfFile } from '../people/text-of-file.ts';
import { listIn, type PeopleFile } from './list-file.ts';

interface SourceProps {
  readonly connection: Connection;
  readonly isRunning: boolean;
  readonly run: (body: RehearsalBody) => void;
}

export function RehearsalSource(props: SourceProps) {
  const [from, setFrom] = useState('log');
  return (
    <>
      <SegmentedControl
        aria-label={t('What to rehearse')}
        value={from}
        onChange={setFrom}
        style={{ alignSelf: 'flex-start' }}
        data={[
          { value: 'log', label: t('Last cycle') },
          { value: 'list', label: t('A list') },
        ]}
      />
      {from === 'log' ? <LastCycle {...props} /> : <FromList {...props} />}
    </>
  );
}

function LastCycle({ connection, isRunning, run }: SourceProps) {
  const [only_refused, setOnlyRefused] = useState(connection.paused);
  const keeping = useChange(() => changeConnection(connection.id, { keeps_requests: true }), {
    refresh: [['connections']],
    done: t('From now on, the log keeps what the identity provider sends.'),
  });
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        {t('Runs the changes of the last cycle again. To see them before they happen, pause the connection first.')}
      </Text>
      {!connection.keeps_requests && (
        <Alert color="yellow" variant="light" title={t('The log does not keep the content of requests')}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t('Only deletions can be rehearsed. Turn this on, then wait for the next cycle.')}</Text>
            <Button size="xs" loading={keeping.isPending} onClick={() => keeping.mutate(undefined)}>
              {t('Keep requests')}
            </Button>
          </Stack>
        </Alert>
      )}
      <Checkbox
        label={t('Only requests that were refused')}
        description={t('For example while the connection was paused.')}
        checked={only_refused}
        onChange={(event) => setOnlyRefused(event.currentTarget.checked)}
      />
      <Button loading={isRunning} onClick={() => run({ log: { only_refused } })}>
        {t('Rehearse the last cycle')}
      </Button>
    </Stack>
  );
}

/** A file that was read, or why it could not be read. */
interface Chosen {
  readonly name: string;
  readonly file?: PeopleFile;
  readonly problem?: string;
}

function FromList({ isRunning, run }: SourceProps) {
  const [chosen, choose] = useState<Chosen>();
  const [is_complete, setComplete] = useState(true);
  const file = chosen?.file;
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        {rich(
          'A CSV file with the column <code>userName</code> and, if you want, <code>displayName</code>, <code>email</code>, <code>externalId</code>, <code>active</code>, <code>title</code> and <code>groups</code> (separated by semicolons). Or a JSON file with SCIM resources.',
        )}
      </Text>
      <Group>
        <FileButton accept=".csv,.json,text/csv,text/plain,application/json" onChange={(from) => void read(from)}>
          {(props) => (
            <Button {...props} variant="default">
              {chosen === undefined ? t('Choose a file') : t('Choose another file')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" dir="auto">
          {chosen?.name}
        </Text>
      </Group>
      {chosen?.problem !== undefined && (
        <Alert color="red" variant="light" role="alert" title={t('The file could not be read')}>
          <Text size="sm">{chosen.problem}</Text>
        </Alert>
      )}
      {file !== undefined && <InFile file={file} />}
      <Checkbox
        label={t('The list is complete')}
        description={t('Everyone else loses access, and other groups are deleted.')}
        checked={is_complete}
        onChange={(event) => setComplete(event.currentTarget.checked)}
      />
      <Button
        loading={isRunning}
        disabled={file === undefined}
        onClick={() => file && run({ list: { ...file.list, is_complete } })}
      >
        {t('Rehearse the list')}
      </Button>
    </Stack>
  );

  async function read(from: File | null): Promise<void> {
    if (from !== null) choose(await contentOf(from));
  }
}

async function contentOf(file: File): Promise<Chosen> {
  const { name } = file;
  try {
    return { name, file: listIn(await textOfFile(file)) };
  } catch (thrown) {
    return { name, problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function InFile({ file: { list, unread } }: { readonly file: PeopleFile }) {
  const [people, groups] = [list.users.length, list.groups?.length ?? 0];
  return (
    <Text size="sm" role="status">
      {t('{people, plural, one {# person} other {# people}} and {groups, plural, one {# group} other {# groups}}.', {
        people,
        groups,
      })}{' '}
      {unread.length > 0 &&
        rich('Ignored columns: <b>{headings}</b>.', {
          b: (text) => <b dir="auto">{text}</b>,
          headings: unread.join(', '),
        })}
    </Text>
  );
}
