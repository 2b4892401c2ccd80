// A dialog that makes a secret, which is shown once. It stays while the secret is on its way, since nobody would see it
// otherwise, and then until somebody says that it is copied.
import { Modal, type ModalProps } from '@mantine/core';

interface Props extends ModalProps {
  readonly making: { readonly isPending: boolean; readonly data: unknown };
}

export function SecretModal({ making, onClose, ...modal }: Props) {
  const isMade = making.data !== undefined;
  const leave = (): void => {
    if (!making.isPending) onClose();
  };
  return <Modal {...modal} onClose={leave} closeOnClickOutside={!isMade} closeOnEscape={!isMade} />;
}
