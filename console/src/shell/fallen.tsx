// A page that could not be shown: the reason, the request id, a retry. The navigation around it stays.
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';
import { Failure } from '../parts/states.tsx';

export function Fallen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <Page title="This page cannot be shown" width="reading">
      <Failure thrown={error} retry={retry} />
    </Page>
  );
}
