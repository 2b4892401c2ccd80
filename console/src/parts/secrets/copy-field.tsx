// A value to copy, with its button.

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { inSentence } from '../texts/in-sentence.ts';
import { t } from '../texts/t.ts';
import { useCopy } from './copy-text.ts';

interface CopyProps {
  readonly value: string;
  readonly label?: string;
  /** Gives the button the focus at first, so that a second Enter copies and dismisses nothing. */
  readonly isFirst?: boolean;
}

export function Copy({ value, label = t('Copy'), isFirst = false }: CopyProps) {
  const [isCopied, copy] = useCopy(value);
  return (
    <Button
      size="xs"
      variant={isCopied ? 'filled' : 'default'}
      onClick={copy}
      autoFocus={isFirst}
      leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
    >
      <span aria-live="polite">{isCopied ? t('Copied') : label}</span>
    </Button>
  );
}

export function CopyField({ label, value, isFirst = false }: CopyProps & { readonly label: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={560}>
        {label}
      </Text>
      <Group gap="xs" align="stretch">
        <code className="prompt-text" style={{ flex: '1 1 240px', padding: '5px 10px', minWidth: 0 }}>
          {value}
        </code>
        <Copy value={value} label={t('Copy {label}', { label: inSentence(label) })} isFirst={isFirst} />
      </Group>
    </Stack>
  );
}
