// Asks before changes of a form that nobody saved are lost: on the way to another page or tab, on a reload, when the
// window closes. Drafts of trails need none: they are kept in the browser.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

interface UnsavedGuardProps {
  readonly isDirty: boolean;
  /** What was changed, as a part of a sentence: "the roles". */
  readonly what: string;
}

interface Place {
  readonly pathname: string;
  readonly search: object;
}

export function UnsavedGuard({ isDirty, what }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isElsewhere(current, next),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?" centered>
      <Stack>
        <Text size="sm">You have changed {what}, and not saved it. If you leave now, your change is lost.</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay here
          </Button>
          <Button color="red.8" onClick={() => proceed?.()}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Another page or tab. A person who is signed out is not held back: the page is no longer theirs. */
const isElsewhere = (current: Place, next: Place): boolean =>
  next.pathname !== '/sign-in' && (current.pathname !== next.pathname || tabOf(current) !== tabOf(next));

const tabOf = ({ search }: Place): unknown => ('tab' in search ? search.tab : undefined);
