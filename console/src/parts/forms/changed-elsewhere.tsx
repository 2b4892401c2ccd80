// Shows fields that were changed both here and by another person, and asks which value to keep. Takes the place of the
// save button so that the focus lands here.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
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
    <Alert color="yellow" variant="light" role="alert" title="Someone else changed this in the meantime">
      <Stack gap="xs">
        {conflicts.map((name) => (
          <Text key={name} size="sm">
            {labels[name]} is now: <b dir="auto">{(shown[name]?.(stored[name]) ?? String(stored[name])) || 'empty'}</b>
          </Text>
        ))}
        <Group gap="xs">
          <Button size="xs" onClick={decide(putOnTop)}>
            Put my change on top
          </Button>
          <Button size="xs" variant="default" onClick={decide(takeStored)}>
            Keep what is there now
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
