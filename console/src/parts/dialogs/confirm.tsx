// Asks for confirmation before something is deleted or taken away. Says what will happen and to whom; the safe button
// comes first.
import { Button, type ButtonProps, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { rich } from '../texts/rich.ts';
import { t } from '../texts/t.ts';
import { Dialog } from './dialog.tsx';

/** Above this number of people, the person must type a text to confirm. */
const MANY = 10;

/** The text to type before an action that affects so many people, or undefined if there are few. */
export const typedFor = (people: number, text: string): string | undefined => (people > MANY ? text : undefined);

interface ConfirmProps {
  readonly label: string;
  readonly title: string;
  /** Says what will happen. */
  readonly children: ReactNode;
  readonly confirm: string;
  /** True if nothing is deleted or taken away. The button is not red then. */
  readonly isHarmless?: boolean;
  /** The text to type first: the name of the thing, or how many are affected. */
  readonly typed?: string | undefined;
  readonly onConfirm: () => Promise<unknown>;
  readonly button?: ButtonProps;
}

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

/** The dialog without a button, for menus. */
export function Question({ title, opened, close, ...asked }: QuestionProps) {
  return (
    <Dialog opened={opened} onClose={close} title={title} centered>
      <Asked {...asked} close={close} />
    </Dialog>
  );
}

/** Unmounts with the dialog, so typed text never confirms another question. */
function Asked({ children, confirm, isHarmless, typed, onConfirm, close }: Omit<QuestionProps, 'title' | 'opened'>) {
  const [busy, setBusy] = useState(false);
  const [text, setText] = useState('');
  const isTyped = typed === undefined || text.trim() === typed.trim();
  const act = () => {
    setBusy(true);
    onConfirm()
      .then(close, () => {
        // `useChange` has shown the reason. Leave the dialog open for another try.
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
          label={rich('Type <b>{typed}</b> to go on', { typed })}
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button {...(isHarmless !== true && { color: 'red.8' })} loading={busy} disabled={!isTyped} onClick={act}>
          {confirm}
        </Button>
      </Group>
    </Stack>
  );
}
