// A secret that is shown only once. It stays until the person confirms that they copied it: navigation asks first, and
// the end of a session does not remove it.

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { LeaveGuard } from '../forms/leave-guard.tsx';
import { inSentence } from '../texts/in-sentence.ts';
import { t } from '../texts/t.ts';
import { CopyField } from './copy-field.tsx';

const KEPT_AS_HASH = t('It is shown only once. Only a hash is kept. If you lose it, rotate it.');

/** For sign-in links, which cannot be rotated. */
export const KEPT_AS_LINK = t(
  'It is shown only once. The first person who opens it is signed in. If you lose it, create another.',
);

interface Shown {
  readonly label: string;
  readonly secret: string;
  /** Says what the service stores of it. */
  readonly kept?: string;
}

/** Render inside `Copied`. */
export function ShownOnce({ label, secret, kept = KEPT_AS_HASH }: Shown) {
  return (
    <Alert color="yellow" variant="light" title={t('Copy the {label} now', { label: inSentence(label) })}>
      <Stack gap="sm">
        <Text size="sm">{kept}</Text>
        <CopyField label={label} value={secret} isFirst />
      </Stack>
    </Alert>
  );
}

interface CopiedProps {
  /** Called once the person has confirmed. Leaving the page no longer asks. */
  readonly onLeave: () => void;
  readonly confirm?: string;
  readonly children: ReactNode;
}

/** Wraps a secret until the person confirms that they have it. */
export function Copied({ onLeave, confirm = t('I have copied it'), children }: CopiedProps) {
  const isCopied = useRef(false);
  const leave = (): void => {
    isCopied.current = true;
    onLeave();
  };
  return (
    <Stack>
      <LeaveGuard isHeld={() => !isCopied.current} title={t('Leave without copying it?')}>
        {t('This page shows it only once. If you leave without copying it, it is lost.')}
      </LeaveGuard>
      {children}
      <Group justify="flex-end">
        <Button onClick={leave}>{confirm}</Button>
      </Group>
    </Stack>
  );
}
