// What somebody else changed while it was changed here, too: what it is now, and which of the two shall hold. It stands
// in the place of the button that saves, so that the focus is there.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Edited } from './use-edited.ts';

interface ChangedElsewhereProps<Fields> {
  readonly edited: Edited<Fields>;
  /** The fields as the form calls them. */
  readonly labels: Readonly<Record<keyof Fields & string, string>>;
  /** Values as a person reads them, of the fields that are no text. */
  readonly shown?: { readonly [Name in keyof Fields]?: (value: Fields[Name]) => string };
  /** Called when one of the two was chosen. */
  readonly onDecided?: () => void;
  /** What saves: shown where nothing is in conflict. */
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
    <Alert color="yellow" variant="light" role="alert" title="Somebody else changed this meanwhile">
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
