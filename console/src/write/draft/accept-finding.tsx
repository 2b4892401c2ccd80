// Accepts a safety finding, with a reason.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { SafetyFinding } from '../../api/safety.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { t } from '../../parts/texts/t.ts';

interface AcceptDialogProps {
  readonly finding: SafetyFinding;
  readonly isPending: boolean;
  readonly accept: (reason: string) => void;
  readonly close: () => void;
}

const MAX_REASON = 500;

export function AcceptDialog({ finding, isPending, accept, close }: AcceptDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <Dialog opened onClose={close} title={t('Accept this finding')}>
      <Stack>
        <Text size="sm">{finding.message}</Text>
        <Text size="sm">
          {t('It stays accepted for exactly this text, also in later revisions. The audit log keeps your reason.')}
        </Text>
        <Textarea
          label={t('Why is it fine?')}
          value={reason}
          maxLength={MAX_REASON}
          minRows={2}
          autosize
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button disabled={reason.trim() === ''} loading={isPending} onClick={() => accept(reason)}>
            {t('Accept')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
