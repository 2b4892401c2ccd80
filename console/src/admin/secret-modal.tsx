// A dialog that makes a secret, which is shown once. It stays while the secret is on its way, since nobody would see it
// otherwise, and then until somebody says that it is copied.
import { Alert, Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { isLost } from '../api/problem.ts';

interface Props extends ModalProps {
  readonly making: { readonly isPending: boolean; readonly data: unknown; readonly error: unknown };
}

export function SecretModal({ making, onClose, children, ...modal }: Props) {
  const isMade = making.data !== undefined;
  const leave = (): void => {
    if (!making.isPending) onClose();
  };
  return (
    <Modal {...modal} onClose={leave} closeOnClickOutside={!isMade} closeOnEscape={!isMade} withCloseButton={!isMade}>
      {isLost(making.error) && (
        <Alert color="yellow" variant="light" role="alert" title="It may have been made all the same" mb="md">
          No answer came. Close this and look at the list: what stands there and nobody has seen is revoked, before
          another one is made.
        </Alert>
      )}
      {children}
    </Modal>
  );
}

/** What is shown this once, until somebody says that they have it. */
export function Copied({ onLeave, children }: { readonly onLeave: () => void; readonly children: ReactNode }) {
  return (
    <Stack>
      {children}
      <Group justify="flex-end">
        <Button onClick={onLeave}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
