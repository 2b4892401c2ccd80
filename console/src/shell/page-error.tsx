// A page that could not be shown: the reason, the request id, a retry; or that what it is about is not there. The
// navigation around it stays.
import { Box } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { isProblem } from '../api/problem.ts';
import { Page } from '../parts/page/page.tsx';
import { Failure } from '../parts/page/states.tsx';
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
      <Page title="This page cannot be shown" width="reading">
        <Failure thrown={error} retry={retry} />
      </Page>
    </Box>
  );
}

/** The same where not even the frame around pages could be drawn. */
export const PageErrorAlone = (props: ErrorComponentProps) => <PageError {...props} around="xl" />;
