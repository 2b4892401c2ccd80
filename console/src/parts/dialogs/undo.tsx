// Offers to undo a removal for ten seconds. The page has already removed the item. If the removal was also sent, `undo`
// sends the opposite.
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { t } from '../texts/t.ts';

const UNDO_MS = 10_000;
const offered = new Set<string>();

/** Shows a message with an Undo button. A new offer replaces the previous one with the same `about`. */
export function offerUndo(message: string, undo: () => void, about: string = message): void {
  const id = `undo:${about}`;
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
          {t('Undo')}
        </Button>
      </Group>
    ),
  });
}

/** Offers to undo a removal once the service has confirmed it. Failures are reported by the change itself. */
export const offerUndoOf = (removal: Promise<unknown>, message: string, undo: () => void): Promise<void> =>
  removal.then(
    () => offerUndo(message, undo),
    () => undefined,
  );

/** Hides all offers, because their changes were undone in another way. */
export function withdrawOffers(): void {
  for (const id of offered) notifications.hide(id);
  offered.clear();
}

/** Hides all offers when the page is left: the restored items would not be visible on the next one. */
export const useOffersOfThisPage = (): void => useEffect(() => withdrawOffers, []);
