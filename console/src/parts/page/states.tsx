// The states of a request: loading, failed (with the request id and a retry), empty.
import { Alert, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { untilReachable } from '../../api/patiently.ts';
import { problemOf } from '../../api/problem.ts';
import { CairnMark } from '../../shell/cairn-mark.tsx';
import { rich } from '../texts/rich.ts';
import { t } from '../texts/t.ts';

export function Loading({ rows = 5 }: { readonly rows?: number }) {
  return (
    <Stack gap="sm" p="lg" className="card" role="status" aria-label={t('Loading')}>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key, row) => (
        <Skeleton key={key} height={18} width={`${92 - ((row * 17) % 40)}%`} radius="sm" />
      ))}
    </Stack>
  );
}

/** If the service was unreachable, retries automatically once it is back. */
export function Failure({ thrown, retry }: { readonly thrown: unknown; readonly retry?: () => void }) {
  const problem = problemOf(thrown);
  const isAway = problem.slug === 'unreachable';
  useEffect(() => {
    let isLeft = !isAway || retry === undefined;
    if (!isLeft) void untilReachable().then(() => isLeft || retry?.());
    return () => {
      isLeft = true;
    };
  }, [isAway, retry, thrown]);
  return (
    <Alert color="red" variant="light" title={problem.title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{problem.message}</Text>
        {problem.requestId !== undefined && (
          <Text size="sm">
            {rich('Request <code>{requestId}</code>', {
              code: (text) => <Code>{text}</Code>,
              requestId: problem.requestId,
            })}
          </Text>
        )}
        {retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            {t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

interface EmptyProps {
  readonly title: string;
  /** Says what to do next. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** A drawing that hints at what will appear here (`drawings.tsx`). */
  readonly drawing?: ReactNode;
}

export function Empty({ title, children, action, drawing }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py={56} px="lg" className="card" ta="center">
      {drawing ?? <CairnMark size={36} muted />}
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={460} style={{ textWrap: 'balance' }}>
        {children}
      </Text>
      {action && <Group mt="sm">{action}</Group>}
    </Stack>
  );
}

interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

/**
 * Shows a failed request next to content that is rendered only if there is data. Without it, a failure would look like
 * an empty list.
 */
export function Unanswered({ of }: { readonly of: Omit<Asked<unknown>, 'isPending'> }) {
  if (of.data !== undefined || of.error === null) return null;
  return <Failure thrown={of.error} retry={() => void of.refetch()} />;
}

/** Renders `children` with the data once it is there, and the loading or failed state until then. */
export function Answered<Data>({
  of,
  rows = 5,
  children,
}: {
  readonly of: Asked<Data>;
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}) {
  const [wasThere] = useState(of.data !== undefined);
  // Defer data that arrives later, so that rendering it does not block the page.
  const isThere = useDeferredValue(of.data !== undefined, wasThere);
  if (of.data !== undefined && isThere) return children(of.data);
  if (of.isPending || of.data !== undefined) return <Loading rows={rows} />;
  return <Failure thrown={of.error} retry={() => void of.refetch()} />;
}
