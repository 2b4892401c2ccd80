// Imports people from a CSV file: preview of each row, then all of them are added or invited, or none.

import { Alert, Button, FileButton, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { type ImportRow, importMembers } from '../../api/directory.ts';
import type { Problem } from '../../api/problem.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { useFormErrors } from '../../parts/forms/form-errors.tsx';
import { Status } from '../../parts/page/status.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { ROLE_NAMES } from '../role-names.ts';
import { textOfFile } from './text-of-file.ts';

/** A file as parsed by the service. */
interface PeopleFile {
  readonly name: string;
  readonly csv: string;
  readonly rows: readonly ImportRow[];
  readonly unread: readonly string[];
}

export const ImportMembers = ({ opened, close }: { readonly opened: boolean; readonly close: () => void }) => (
  <Dialog opened={opened} onClose={close} title={t('Add people from a file')} size="xl">
    <ImportForm close={close} />
  </Dialog>
);

/** Unmounts with its dialog, which drops the selected file. */
function ImportForm({ close }: { readonly close: () => void }) {
  const { file, read, isReading, take, isTaking, errors } = usePeopleFile(close);
  const count = (state: ImportRow['state']): number => file?.rows.filter((row) => row.state === state).length ?? 0;
  const [ready, bad] = [count('ready'), count('bad')];
  return (
    <Form errors={errors} onSubmit={take}>
      <Stack>
        <Text size="sm">
          {rich(
            'A CSV file whose first line names the columns <code>email</code>, <code>name</code> and, if you want, <code>roles</code> (separated by semicolons). You see every row before anything happens.',
          )}
        </Text>
        <FileChoice name={file?.name} isReading={isReading} read={read} />
        {errors.rest !== undefined && <Refused problem={errors.rest} />}
        {file !== undefined && file.unread.length > 0 && <Unread headings={file.unread} />}
        {file !== undefined && <Preview rows={file.rows} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={ready === 0 || bad > 0} loading={isTaking}>
            {bad > 0
              ? t('Fix {bad, plural, one {# row} other {# rows}} first', { bad })
              : ready === 0
                ? t('Add people')
                : t('Add {ready, plural, one {# person} other {# people}}', { ready })}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** The selected file. The service parses it for a preview, then imports it. */
function usePeopleFile(close: () => void) {
  const [file, setFile] = useState<PeopleFile>();
  const errors = useFormErrors([]);
  const reading = useChange(
    async (chosen: File) => {
      const csv = await textOfFile(chosen);
      const { rows, unread_columns: unread } = await importMembers({ csv, preview: true });
      return { name: chosen.name, csv, rows, unread };
    },
    { onProblem: errors.onProblem, after: setFile },
  );
  const taking = useChange((csv: string) => importMembers({ csv }), {
    onProblem: errors.onProblem,
    refresh: [['members'], ['workspace'], ['invitations']],
    done: ({ added, invited }) =>
      t('Added: {added, plural, one {# person} other {# people}}. Invited: {invited}.', { added, invited }),
    after: close,
  });
  return {
    file,
    read: (chosen: File | null): void => {
      if (chosen === null) return;
      errors.clear();
      setFile(undefined);
      reading.mutate(chosen);
    },
    isReading: reading.isPending,
    take: () => file !== undefined && taking.mutate(file.csv),
    isTaking: taking.isPending,
    errors,
  };
}

interface FileChoiceProps {
  readonly name: string | undefined;
  readonly isReading: boolean;
  readonly read: (file: File | null) => void;
}

const FileChoice = ({ name, isReading, read }: FileChoiceProps) => (
  <Group>
    <FileButton accept=".csv,text/csv,text/plain" onChange={read}>
      {(props) => (
        <Button {...props} variant="default" loading={isReading} data-autofocus>
          {name === undefined ? t('Choose a file') : t('Choose another file')}
        </Button>
      )}
    </FileButton>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
  </Group>
);

function Refused({ problem: { title, message, issues } }: { readonly problem: Problem }) {
  return (
    <Alert color="red" variant="light" role="alert" title={title}>
      <Text size="sm">{issues.map((issue) => issue.message).join(' ') || message}</Text>
    </Alert>
  );
}

function Unread({ headings }: { readonly headings: readonly string[] }) {
  return (
    <Text size="sm" role="status">
      {rich(
        'Ignored, because only the columns email, name and roles are used: <b>{headings}</b>. People without roles become members.',
        { b: (text) => <b dir="auto">{text}</b>, headings: headings.join(', ') },
      )}
    </Text>
  );
}

const STATES = {
  ready: ['fine', t('Ready')],
  member: ['quiet', t('Already a member')],
  bad: ['trouble', t('To fix')],
} as const;

function Preview({ rows }: { readonly rows: readonly ImportRow[] }) {
  // Rows with errors come first.
  const sorted = rows.toSorted((one, other) => Number(other.state === 'bad') - Number(one.state === 'bad'));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable frame must be reachable by keyboard (WCAG 2.1.1).
    <section className="scrolling" style={{ maxHeight: 360 }} tabIndex={0} aria-label={t('Rows in the file')}>
      <Table stickyHeader verticalSpacing={6} miw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Line')}</Table.Th>
            <Table.Th>{t('Person')}</Table.Th>
            <Table.Th>{t('Roles')}</Table.Th>
            <Table.Th>{t('What will happen')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map(({ line, email, name, roles, state, findings }) => (
            <Table.Tr key={line}>
              <Table.Td className="numbers">{line}</Table.Td>
              <Table.Td dir="auto">
                {name || t('No name')}
                <Text size="sm" c="dimmed">
                  {email || t('No address')}
                </Text>
              </Table.Td>
              <Table.Td>{roles.map((role) => ROLE_NAMES[role]).join(', ') || ROLE_NAMES.member}</Table.Td>
              <Table.Td>
                <Status tone={STATES[state][0]}>{STATES[state][1]}</Status>
                {findings.map((finding) => (
                  <Text size="sm" key={finding}>
                    {finding}
                  </Text>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
