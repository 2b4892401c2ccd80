// Stays in sight while something is unsaved, however far down the author writes.
import { Anchor, Button, Group, Kbd, Text } from '@mantine/core';
import { nameOfField } from './fields.ts';
import { focusField } from './findings.tsx';
import { Ago } from './saved-line.tsx';
import type { Draft } from './use-draft.ts';

interface UnsavedBarProps {
  readonly draft: Draft;
  /** The path of a field that holds more than fits, so that nothing can be saved; undefined where all do. */
  readonly obstacle: string | undefined;
}

export function UnsavedBar({ draft, obstacle }: UnsavedBarProps) {
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
      <Text size="sm" {...(obstacle !== undefined && { c: 'var(--cairn-error)' })}>
        {obstacle !== undefined ? (
          <>
            {nameOfField(obstacle)} holds more than fits.{' '}
            <Anchor component="button" type="button" inherit onClick={() => focusField(obstacle)}>
              Shorten it
            </Anchor>
            , then save.
          </>
        ) : (
          <>
            Unsaved changes
            {draft.keptAt !== undefined && (
              <>
                , kept in this browser <Ago at={draft.keptAt} />
              </>
            )}
            . <Kbd>Ctrl</Kbd> + <Kbd>S</Kbd> saves them.
          </>
        )}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={draft.discard}>
          Drop them
        </Button>
        <Button size="xs" loading={draft.isSaving} disabled={obstacle !== undefined} onClick={draft.save}>
          Save
        </Button>
      </Group>
    </Group>
  );
}
