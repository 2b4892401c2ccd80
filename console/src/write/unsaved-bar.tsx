// Stays in sight while something is unsaved, however far down the author writes.
import { Button, Group, Kbd, Text } from '@mantine/core';
import type { Draft } from './use-draft.ts';

export function UnsavedBar({ draft }: { readonly draft: Draft }) {
  if (!draft.isDirty) return null;
  return (
    <Group
      className="card unsaved"
      px="md"
      py="xs"
      mt="md"
      justify="space-between"
      role="region"
      aria-label="Unsaved changes"
    >
      <Text size="sm">
        Unsaved changes. <Kbd>Ctrl</Kbd> + <Kbd>S</Kbd> saves them.
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={draft.discard}>
          Drop them
        </Button>
        <Button size="xs" loading={draft.isSaving} onClick={draft.save}>
          Save
        </Button>
      </Group>
    </Group>
  );
}
