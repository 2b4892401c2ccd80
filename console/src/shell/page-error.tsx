// Replaces a page that failed: the reason, the request id, and a retry, or a note that the content is gone. The
// navigation stays.
import { Box } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { isProblem } from '../api/problem.ts';
import { Page } from '../parts/page/page.tsx';
import { Failure } from '../parts/page/states.tsx';
import { t } from '../parts/texts/t.ts';
import { NotHere } from './not-here.tsx';

export function PageError({ error, reset, around = 0 }: ErrorComponentProps & { readonly around?: string | number }) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  if (isProblem(error, 'not-found')) return <NotHere />;
  return (
    <Box p={around}>
      <Page title={t('This page cannot be shown')} width="reading">
        <Failure thrown={error} retry={retry} />
      </Page>
    </Box>
  );
}

/** Used if the frame around the page failed too. */
export const PageErrorAlone = (props: ErrorComponentProps) => <PageError {...props} around="xl" />;
