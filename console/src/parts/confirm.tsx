// Before something is destroyed or taken away: what will happen, and to whom, in a sentence; the safe way out first.
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

interface ConfirmProps {
  readonly label: string;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly confirm: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly button?: ButtonProps;
}

/** A button that asks before it acts. */
export function Confirm({ label, button, ...question }: ConfirmProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" {...button} onClick={open}>
        {label}
      </Button>
      <Question {...question} opened={opened} close={close} />
    </>
  );
}

interface QuestionProps extends Omit<ConfirmProps, 'label' | 'button'> {
  readonly opened: boolean;
  readonly close: () => void;
}

/** The dialog alone, for menus. */
export function Question({ title, children, confirm, onConfirm, opened, close }: QuestionProps) {
  const [busy, setBusy] = useState(false);
  const act = () => {
    setBusy(true);
    onConfirm()
      .then(close, () => {
        // The change has told why; the question stays for another try.
      })
      .finally(() => setBusy(false));
  };
  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <Stack>
        <Text component="div" size="sm">
          {children}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red.8" loading={busy} onClick={act}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
