// A page that could not be shown: the reason, the request id, a retry.
import { Box } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Failure } from '../parts/states.tsx';

export function Fallen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <Box component="main" maw={640} mx="auto" p="xl">
      <Failure thrown={error} retry={retry} />
    </Box>
  );
}
