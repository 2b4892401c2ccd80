// People from a CSV file: chosen, looked at row by row, then added or invited, all of them or nobody.
import { Alert, Button, FileButton, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { type ImportRow, importMembers } from '../api/directory.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { counted } from '../parts/counted.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Status } from '../parts/status.tsx';
import { ROLE_NAMES } from './role-names.ts';
import { textOfFile } from './text-of-file.ts';

interface Chosen {
  readonly name: string;
  readonly csv: string;
  readonly rows: readonly ImportRow[];
  readonly unread: readonly string[];
}

export function ImportMembers({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const [chosen, choose] = useState<Chosen>();
  const [problem, setProblem] = useState<Problem>();
  const onProblem = (thrown: Problem): boolean => {
    setProblem(thrown);
    return true;
  };
  const leave = (): void => {
    choose(undefined);
    setProblem(undefined);
    close();
  };
  const reading = useChange(
    async (file: File) => {
      const csv = await textOfFile(file);
      const { rows, unread_columns: unread } = await importMembers({ csv, preview: true });
      return { name: file.name, csv, rows, unread };
    },
    { onProblem, after: choose },
  );
  const importing = useChange((csv: string) => importMembers({ csv }), {
    onProblem,
    refresh: [['members'], ['workspace'], ['invitations']],
    done: ({ added, invited }) => `Added: ${counted(added, 'person', 'people')}. Invited: ${invited.toLocaleString()}.`,
    after: leave,
  });
  const read = (file: File | null): void => {
    if (file === null) return;
    setProblem(undefined);
    choose(undefined);
    reading.mutate(file);
  };
  const ready = chosen?.rows.filter(({ state }) => state === 'ready').length ?? 0;
  const bad = chosen?.rows.filter(({ state }) => state === 'bad').length ?? 0;
  return (
    <Dialog opened={opened} onClose={leave} title="Add people from a file" size="xl">
      <Stack>
        <Text size="sm">
          A CSV file whose first line names the columns <code>email</code>, <code>name</code> and, if you want,{' '}
          <code>roles</code> (several with a semicolon between). Nothing happens before you have seen every row.
        </Text>
        <Group>
          <FileButton accept=".csv,text/csv,text/plain" onChange={read}>
            {(props) => (
              <Button {...props} variant="default" loading={reading.isPending} data-autofocus>
                {chosen === undefined ? 'Choose a file' : 'Choose another file'}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {chosen?.name}
          </Text>
        </Group>
        {problem !== undefined && <Refused problem={problem} />}
        {chosen !== undefined && chosen.unread.length > 0 && <Unread headings={chosen.unread} />}
        {chosen !== undefined && <Preview rows={chosen.rows} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button
            disabled={chosen === undefined || ready === 0 || bad > 0}
            loading={importing.isPending}
            onClick={() => chosen !== undefined && importing.mutate(chosen.csv)}
          >
            {bad > 0 ? `Mend ${counted(bad, 'row')} first` : `Add ${counted(ready, 'person', 'people')}`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Refused({ problem }: { readonly problem: Problem }) {
  const { title, message, issues } = problemOf(problem);
  return (
    <Alert color="red" variant="light" role="alert" title={title}>
      <Text size="sm">{issues.map((issue) => issue.message).join(' ') || message}</Text>
    </Alert>
  );
}

function Unread({ headings }: { readonly headings: readonly string[] }) {
  return (
    <Text size="sm" role="status">
      Not read, since only the columns email, name and roles are: <b dir="auto">{headings.join(', ')}</b>. Who has no
      roles becomes a member.
    </Text>
  );
}

const STATES = {
  ready: ['fine', 'Ready'],
  member: ['quiet', 'A member already'],
  bad: ['trouble', 'To mend'],
} as const;

function Preview({ rows }: { readonly rows: readonly ImportRow[] }) {
  // What is to be mended stands first.
  const sorted = rows.toSorted((one, other) => Number(other.state === 'bad') - Number(one.state === 'bad'));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section className="scrolling" style={{ maxHeight: 360 }} tabIndex={0} aria-label="Rows of the file">
      <Table stickyHeader verticalSpacing={6} miw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Line</Table.Th>
            <Table.Th>Person</Table.Th>
            <Table.Th>Roles</Table.Th>
            <Table.Th>What will happen</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map(({ line, email, name, roles, state, findings }) => (
            <Table.Tr key={line}>
              <Table.Td className="numbers">{line}</Table.Td>
              <Table.Td dir="auto">
                {name || 'No name'}
                <Text size="sm" c="dimmed">
                  {email || 'No address'}
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
