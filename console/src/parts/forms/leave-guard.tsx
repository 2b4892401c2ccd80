// Asks before something on this page is lost: on the way to another page or tab, with Back, on a reload, when the
// window closes.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import { hold, holdsWork } from './held-work.ts';

interface LeaveGuardProps {
  /** Asked again at each step, since what was held may have been let go since it was drawn. */
  readonly isHeld: () => boolean;
  readonly disabled?: boolean;
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
}

interface Place {
  readonly pathname: string;
  readonly search: object;
}

export function LeaveGuard({ isHeld, disabled = false, title, children }: LeaveGuardProps) {
  useEffect(() => (disabled ? undefined : hold()), [disabled]);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isHeld() && isElsewhere(current, next),
    enableBeforeUnload: () => !disabled && isHeld() && holdsWork(),
    disabled,
    withResolver: true,
  });
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title={title} zIndex={400} centered>
      <Stack>
        <Text size="sm">{children}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay here
          </Button>
          <Button color="red.8" onClick={() => proceed?.()}>
            {title.replace(/\?$/, '')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Another page or tab. A person who is signed out is not held back: the page is no longer theirs. */
const isElsewhere = (current: Place, next: Place): boolean =>
  next.pathname !== '/sign-in' && (current.pathname !== next.pathname || tabOf(current) !== tabOf(next));

const tabOf = ({ search }: Place): unknown => ('tab' in search ? search.tab : undefined);
