// Before something is destroyed or taken away: what will happen, and to whom, in a sentence; the safe way out first.
import { Button, type ButtonProps, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';

/** From more people on, something must be typed first. */
const MANY = 10;

/** What must be typed before what concerns so many people is done: `text`, or nothing. */
export const typedFor = (people: number, text: string): string | undefined => (people > MANY ? text : undefined);

interface ConfirmProps {
  readonly label: string;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly confirm: string;
  /** True: nothing is destroyed or taken away, so the button is none to be afraid of. */
  readonly isHarmless?: boolean;
  /** What must be typed first: the name of what is destroyed, or how many are. */
  readonly typed?: string | undefined;
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
export function Question({ title, opened, close, ...asked }: QuestionProps) {
  return (
    <Dialog opened={opened} onClose={close} title={title} centered>
      <Asked {...asked} close={close} />
    </Dialog>
  );
}

/** Goes with its dialog: what was typed for one question opens no other. */
function Asked({ children, confirm, isHarmless, typed, onConfirm, close }: Omit<QuestionProps, 'title' | 'opened'>) {
  const [busy, setBusy] = useState(false);
  const [text, setText] = useState('');
  const isTyped = typed === undefined || text.trim() === typed.trim();
  const act = () => {
    setBusy(true);
    onConfirm()
      .then(close, () => {
        // The change has told why; the question stays for another try.
      })
      .finally(() => setBusy(false));
  };
  return (
    <Stack>
      <Text component="div" size="sm">
        {children}
      </Text>
      {typed !== undefined && (
        <TextInput
          label={
            <>
              Type <b>{typed}</b> to go on
            </>
          }
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button {...(isHarmless !== true && { color: 'red.8' })} loading={busy} disabled={!isTyped} onClick={act}>
          {confirm}
        </Button>
      </Group>
    </Stack>
  );
}
