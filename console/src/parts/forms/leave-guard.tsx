// Asks before unsaved work is lost: on navigation to another page or tab, Back, reload, and when the window closes.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import { t } from '../texts/t.ts';
import { holdsWork, holdWork } from './held-work.ts';

interface LeaveGuardProps {
  /** Checked again on each navigation, because the work may have been saved since the last render. */
  readonly isHeld: () => boolean;
  readonly disabled?: boolean;
  readonly title: string;
  /** Says which work would be lost. */
  readonly children: ReactNode;
}

interface Place {
  readonly pathname: string;
  readonly search: object;
}

export function LeaveGuard({ isHeld, disabled = false, title, children }: LeaveGuardProps) {
  useEffect(() => (disabled ? undefined : holdWork()), [disabled]);
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
            {t('Stay here')}
          </Button>
          <Button color="red.8" onClick={() => proceed?.()}>
            {title.replace(/\?$/, '')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** True for another page or tab. Navigation to the sign-in page never asks, because the session is over. */
const isElsewhere = (current: Place, next: Place): boolean =>
  next.pathname !== '/sign-in' && (current.pathname !== next.pathname || tabOf(current) !== tabOf(next));

const tabOf = ({ search }: Place): unknown => ('tab' in search ? search.tab : undefined);
