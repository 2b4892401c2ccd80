// What covers a page whose session has ended, and the ways on from there.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { letGo } from '../parts/held-work.ts';

interface SessionDialogProps {
  readonly isAsking: boolean;
  /** Asks whether somebody has signed in. */
  readonly look: () => void;
}

/** Above every other dialog; it goes with the session that comes back. */
export function SessionDialog({ isAsking, look }: SessionDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const href = useRouterState({ select: ({ location }) => location.href });
  const leave = (): void => {
    letGo();
    queries.clear();
    void navigate({ to: '/sign-in', search: { to: href, error: '' } });
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ backgroundOpacity: 0.6, blur: 12 }}
      zIndex={500}
      title="Your session has ended"
      centered
    >
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
    </Modal>
  );
}
