// After something was removed: what it was, and ten seconds to take it back. The removal has happened in what is shown;
// the caller decides whether it was sent already (then `undo` sends the opposite) or is only a change on the page.
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

const UNDO_MS = 10_000;

/** Shows the message with an Undo button. Only one at a time per `about`, so that two removals do not hide each other. */
export function offerUndo(message: string, undo: () => void, about: string = message): void {
  const id = `undo ${about}`;
  notifications.hide(id);
  notifications.show({
    id,
    autoClose: UNDO_MS,
    withCloseButton: true,
    role: 'status',
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
