// Shows fields that were changed both here and by another person, and asks which value to keep. Takes the place of the
// save button so that the focus lands here.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { rich } from '../texts/rich.ts';
import { t } from '../texts/t.ts';
import type { Edited } from './use-edited.ts';

interface ChangedElsewhereProps<Fields> {
  readonly edited: Edited<Fields>;
  /** The form's label of each field. */
  readonly labels: Readonly<Record<keyof Fields & string, string>>;
  /** Formats values that are not text. */
  readonly shown?: { readonly [Name in keyof Fields]?: (value: Fields[Name]) => string };
  /** Called after the person has chosen. */
  readonly onDecided?: () => void;
  /** The save button, shown unless there are conflicts. */
  readonly children?: ReactNode;
}

export function ChangedElsewhere<Fields>({
  edited,
  labels,
  shown = {},
  onDecided,
  children = null,
}: ChangedElsewhereProps<Fields>) {
  const { conflicts, stored, putOnTop, takeStored } = edited;
  if (conflicts.length === 0) return children;
  const decide = (by: () => void) => () => {
    by();
    onDecided?.();
  };
  return (
    <Alert color="yellow" variant="light" role="alert" title={t('Someone else changed this in the meantime')}>
      <Stack gap="xs">
        {conflicts.map((name) => (
          <Text key={name} size="sm">
            {rich('{labels} is now: <b>{name}</b>', {
              labels: labels[name],
              b: (text) => <b dir="auto">{text}</b>,
              name: (shown[name]?.(stored[name]) ?? String(stored[name])) || t('empty'),
            })}
          </Text>
        ))}
        <Group gap="xs">
          <Button size="xs" onClick={decide(putOnTop)}>
            {t('Put my change on top')}
          </Button>
          <Button size="xs" variant="default" onClick={decide(takeStored)}>
            {t('Keep what is there now')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
