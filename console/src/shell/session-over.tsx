// The session has ended while something was typed or shown that would be lost: the page stays as it is, covered, until the
// same person has signed in again beside it. Who signs in as somebody else starts anew (shell.tsx).
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sessionEnds } from '../api/cache.ts';
import { sessionQuery } from '../api/session.ts';
import { holdsWork, letGo } from '../parts/held-work.ts';

export function SessionOver() {
  const queries = useQueryClient();
  const [endedAt, setEndedAt] = useState<number>();
  const { dataUpdatedAt, refetch, isFetching } = useQuery({ ...sessionQuery, subscribed: endedAt !== undefined });
  const isOver = endedAt !== undefined;
  useEffect(() => {
    const stay = (): void => {
      if (holdsWork()) setEndedAt((earlier) => earlier ?? Date.now());
    };
    sessionEnds.addEventListener('end', stay);
    return () => sessionEnds.removeEventListener('end', stay);
  }, []);
  useEscapeHeld(isOver);
  useEffect(() => {
    if (!isOver) return;
    const look = (): void => void refetch();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [isOver, refetch]);
  useEffect(() => {
    if (endedAt === undefined || dataUpdatedAt <= endedAt) return;
    setEndedAt(undefined);
    void queries.invalidateQueries();
  }, [endedAt, dataUpdatedAt, queries]);
  return (
    <Modal
      opened={isOver}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ backgroundOpacity: 0.6, blur: 12 }}
      zIndex={500}
      title="Your session has ended"
      centered
    >
      <Ways isAsking={isFetching} look={() => void refetch()} />
    </Modal>
  );
}

/** Escape closes every dialog that is open, the one beneath too: this is heard before any of them is there. */
function useEscapeHeld(isHeld: boolean): void {
  const latest = useRef(isHeld);
  latest.current = isHeld;
  useEffect(() => {
    const stop = (event: KeyboardEvent): void => {
      if (latest.current && event.key === 'Escape') event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', stop, true);
    return () => window.removeEventListener('keydown', stop, true);
  }, []);
}

function Ways({ isAsking, look }: { readonly isAsking: boolean; readonly look: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const href = useRouterState({ select: ({ location }) => location.href });
  const leave = (): void => {
    letGo();
    queries.clear();
    void navigate({ to: '/sign-in', search: { to: href, error: '' } });
  };
  return (
    <Stack>
      <Text size="sm">
        This page still has what you typed, or what it shows only once. Sign in again in another tab, then come back
        here and go on.
      </Text>
      <Group gap="xs">
        <Button component="a" href="/sign-in" target="_blank" data-autofocus>
          Sign in in another tab
        </Button>
        <Button variant="default" onClick={look} loading={isAsking}>
          I have signed in
        </Button>
        <Button variant="subtle" color="red.8" onClick={leave}>
          Leave this page
        </Button>
      </Group>
    </Stack>
  );
}
