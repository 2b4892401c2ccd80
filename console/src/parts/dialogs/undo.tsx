// After something was removed: what it was, and ten seconds to take it back. The removal has happened in what is shown;
// the caller decides whether it was sent already (then `undo` sends the opposite) or is only a change on the page.
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';

const UNDO_MS = 10_000;
const offered = new Set<string>();

/**
 * Shows the message with an Undo button. Only one at a time per `about`, so that two removals do not hide each other.
 */
export function offerUndo(message: string, undo: () => void, about: string = message): void {
  const id = `undo ${about}`;
  notifications.hide(id);
  offered.add(id);
  notifications.show({
    id,
    autoClose: UNDO_MS,
    withCloseButton: true,
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

/** The offer for a removal that is sent: made once it is done. Why one was refused is told by the change itself. */
export const offerUndoOf = (removal: Promise<unknown>, message: string, undo: () => void): Promise<void> =>
  removal.then(
    () => offerUndo(message, undo),
    () => undefined,
  );

/** Takes the offers back: what they would undo is undone in another way, and must not come twice. */
export function withdrawOffers(): void {
  for (const id of offered) notifications.hide(id);
  offered.clear();
}

/** The offers go with the page: what they would bring back is nowhere to be seen on the next one. */
export const useOffersOfThisPage = (): void => useEffect(() => withdrawOffers, []);
