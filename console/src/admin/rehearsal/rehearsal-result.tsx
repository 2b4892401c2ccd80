// Runs a rehearsal, and shows its result or the error.
import { Alert, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Connection } from '../../api/connections.ts';
import { problemOf } from '../../api/problem.ts';
import { type RehearsalBody, rehearse } from '../../api/rehearsals.ts';
import { Empty, Failure, Loading } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { Prediction } from './prediction.tsx';

interface ResultProps {
  readonly connection: Connection;
  readonly rehearsal: ReturnType<typeof useRehearsal>;
}

export function RehearsalResult({ connection, rehearsal: { isRunning, error, data, again } }: ResultProps) {
  return (
    <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
      {isRunning ? (
        <Loading rows={6} />
      ) : error !== null ? (
        <Refused thrown={error} again={again} />
      ) : data === undefined ? (
        <Empty title={t('No rehearsal yet')}>
          {t('The people, roles, seats and trails that would change appear here.')}
        </Empty>
      ) : (
        <Prediction connection={connection} prediction={data} />
      )}
    </div>
  );
}

/** The only rehearsal of this page. Leaving the page ends it on the server, too. */
export function useRehearsal(connectionId: string) {
  const stop = useRef<AbortController>(undefined);
  const cancel = (): void => stop.current?.abort();
  useEffect(() => cancel, []);
  const running = useMutation({
    mutationFn: (body: RehearsalBody) => {
      const next = new AbortController();
      stop.current = next;
      return rehearse(connectionId, body, next.signal);
    },
  });
  return {
    run: (body: RehearsalBody): void => running.mutate(body),
    isRunning: running.isPending,
    cancel: () => {
      cancel();
      running.reset();
    },
    hasBegun: !running.isIdle,
    data: running.data,
    error: running.error,
    again: () => running.variables !== undefined && running.mutate(running.variables),
  };
}

/** A list that is wrong has to be corrected. Everything else can be tried again. */
function Refused({ thrown, again }: { readonly thrown: unknown; readonly again: () => void }) {
  const { slug, title, issues, message } = problemOf(thrown);
  if (slug !== 'validation' && slug !== 'payload-too-large') return <Failure thrown={thrown} retry={again} />;
  return (
    <Alert color="red" variant="light" role="alert" title={slug === 'validation' ? t('The list has errors') : title}>
      {issues.length === 0 && <Text size="sm">{message}</Text>}
      {issues.slice(0, 10).map((issue) => (
        <Text size="sm" key={issue.field}>
          {t('{field}: {message}', { field: issue.field, message: issue.message })}
        </Text>
      ))}
    </Alert>
  );
}
