// A secret that is shown this once. It stands there until somebody says that it is copied: whatever leads elsewhere
// asks first, and the end of the session leaves it where it is.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { LeaveGuard } from '../forms/leave-guard.tsx';
import { CopyField } from './copy-field.tsx';

const KEPT_AS_HASH = 'It is shown this once. Only a hash is kept; a lost one is replaced by rotation.';

/** For a sign-in link: nothing rotates it. */
export const KEPT_AS_LINK =
  'It is shown this once. The first person to open it signs in with it; one that is lost is made again.';

interface Shown {
  readonly label: string;
  readonly secret: string;
  /** What is kept of it here. */
  readonly kept?: string;
}

/** Stands inside `Copied`. */
export function ShownOnce({ label, secret, kept = KEPT_AS_HASH }: Shown) {
  return (
    <Alert color="yellow" variant="light" title={`Copy the ${label.toLowerCase()} now`}>
      <Stack gap="sm">
        <Text size="sm">{kept}</Text>
        <CopyField label={label} value={secret} isFirst />
      </Stack>
    </Alert>
  );
}

interface CopiedProps {
  /** Somebody has it: it goes, and nothing asks any more. */
  readonly onLeave: () => void;
  readonly confirm?: string;
  readonly children: ReactNode;
}

/** What is shown this once, until somebody says that they have it. */
export function Copied({ onLeave, confirm = 'I have copied it', children }: CopiedProps) {
  const isCopied = useRef(false);
  const leave = (): void => {
    isCopied.current = true;
    onLeave();
  };
  return (
    <Stack>
      <LeaveGuard isHeld={() => !isCopied.current} title="Leave without copying it?">
        What is shown here is shown this once. If you leave now and have not copied it, it is lost.
      </LeaveGuard>
      {children}
      <Group justify="flex-end">
        <Button onClick={leave}>{confirm}</Button>
      </Group>
    </Stack>
  );
}
