// The requests of a rehearsal in order, with the changes and refusals that each would cause.
import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '../../api/connections.ts';
import type { RehearsedLine } from '../../api/rehearsals.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { Status } from '../../parts/page/status.tsx';
import { inDigits } from '../../parts/texts/digits.ts';
import { t } from '../../parts/texts/t.ts';
import { sentenceOf } from '../audit/audit-sentences.ts';

interface LinesProps {
  readonly connection: Connection;
  readonly lines: readonly RehearsedLine[];
}

/** A request with its number. */
type Numbered = RehearsedLine & { readonly number: number };

export function PredictedLines({ connection, lines }: LinesProps) {
  const [onlyRefused, setOnlyRefused] = useState(false);
  const [open, setOpen] = useState<Numbered>();
  const numbered = lines.map((line, index) => ({ ...line, number: index + 1 }));
  return (
    <>
      {lines.some(({ is_refused }) => is_refused) && (
        <Checkbox
          mb="sm"
          label={t('Only refused requests')}
          checked={onlyRefused}
          onChange={(event) => setOnlyRefused(event.currentTarget.checked)}
        />
      )}
      <Rows
        label={t('Requests of the rehearsal')}
        rows={onlyRefused ? numbered.filter(({ is_refused }) => is_refused) : numbered}
        columns={columns(connection, setOpen)}
        keyOf={({ number }) => String(number)}
        height={44}
      />
      <Dialog
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        size="lg"
        title={open === undefined ? '' : requestOf(open)}
      >
        {open !== undefined && <LineDetails connection={connection} line={open} />}
      </Dialog>
    </>
  );
}

const columns = (connection: Connection, show: (line: Numbered) => void): readonly Column<Numbered>[] => [
  { heading: t('No.'), width: '60px', cell: ({ number }) => <span className="numbers">{inDigits(number)}</span> },
  {
    heading: t('Request'),
    isMain: true,
    width: 'minmax(0, 2fr)',
    cell: (line) => (
      <Text size="sm" truncate title={requestOf(line)}>
        {requestOf(line)}
      </Text>
    ),
  },
  {
    heading: t('Result'),
    width: '130px',
    cell: ({ is_refused, status, warnings }) =>
      is_refused ? (
        <Status tone="trouble">{t('Refused, {status}', { status: String(status) })}</Status>
      ) : warnings.length > 0 ? (
        <Status tone="attention">{t('With a warning')}</Status>
      ) : (
        <Status tone="fine">{t('Done')}</Status>
      ),
  },
  {
    heading: t('What would happen'),
    width: 'minmax(0, 3fr)',
    cell: (line) => (
      <Text size="sm" truncate title={summaryOf(connection, line)}>
        {summaryOf(connection, line)}
      </Text>
    ),
  },
  {
    heading: t('Details'),
    isAct: true,
    width: '84px',
    cell: (line) => (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => show(line)}
        aria-label={t('Show request {number}', { number: line.number })}
      >
        {t('Show')}
      </Button>
    ),
  },
];

const requestOf = ({ method, resource, name, id }: RehearsedLine): string =>
  t('{method} {resource} {name}', { method, resource, name: name ?? id ?? '' });

function summaryOf(connection: Connection, line: RehearsedLine): string {
  const { explanation, changes } = line;
  const [first] = sentencesOf(connection, line);
  if (explanation !== null) return explanation;
  if (first === undefined) return t('Nothing changes.');
  return changes.length === 1 ? first : t('{first}, and {more} more', { first, more: changes.length - 1 });
}

/** The sentences of the audit log, with the connection as the actor. */
const sentencesOf = ({ id, name }: Connection, { changes }: RehearsedLine): string[] =>
  changes.map((change, index) =>
    sentenceOf({ ...change, id: String(index), at: '', actor: { kind: 'connection', id, name }, request_id: null }),
  );

function LineDetails({ connection, line }: { readonly connection: Connection; readonly line: RehearsedLine }) {
  const { explanation, scim_type, warnings, changes } = line;
  const sentences = sentencesOf(connection, line);
  return (
    <Stack gap="sm">
      {explanation !== null && (
        <Alert color="yellow" variant="light" title={scim_type ?? t('Refused')}>
          <Text size="sm">{explanation}</Text>
        </Alert>
      )}
      {warnings.map((warning) => (
        <Text key={warning} size="sm">
          {warning}
        </Text>
      ))}
      {explanation === null && changes.length === 0 && <Text size="sm">{t('Nothing changes.')}</Text>}
      {changes.map(({ kind, before, after }, index) => (
        <div key={`${kind} ${sentences[index]}`}>
          <Text size="sm" fw={560} dir="auto">
            {sentences[index]}
          </Text>
          <pre className="prompt-text">{JSON.stringify({ before, after }, null, 2)}</pre>
        </div>
      ))}
    </Stack>
  );
}
