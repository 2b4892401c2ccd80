// A dialog that makes a secret, which is shown once. It stays while the secret is on its way, since nobody would see it
// otherwise, and then until somebody says that it is copied.
import { Alert, type ModalProps } from '@mantine/core';
import { isLost } from '../api/problem.ts';
import { Dialog } from '../parts/dialog.tsx';

interface Props extends ModalProps {
  readonly making: { readonly isPending: boolean; readonly data: unknown; readonly error: unknown };
}

export function SecretModal({ making, onClose, children, ...modal }: Props) {
  const isMade = making.data !== undefined;
  const leave = (): void => {
    if (!making.isPending) onClose();
  };
  return (
    <Dialog {...modal} onClose={leave} closeOnClickOutside={!isMade} closeOnEscape={!isMade} withCloseButton={!isMade}>
      {isLost(making.error) && (
        <Alert color="yellow" variant="light" role="alert" title="It may have been made all the same" mb="md">
          No answer came. Close this and look at the list: what stands there and nobody has seen is revoked, before
          another one is made.
        </Alert>
      )}
      {children}
    </Dialog>
  );
}
