// A cross that removes one item from a list. Shows a spinner until the service responds.
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';

interface RemoveButtonProps {
  readonly label: string;
  /** Never rejects: the change itself reports errors. */
  readonly remove: () => Promise<void>;
}

export function RemoveButton({ label, remove }: RemoveButtonProps) {
  const [isUnderWay, setUnderWay] = useState(false);
  const press = (): void => {
    setUnderWay(true);
    void remove().finally(() => setUnderWay(false));
  };
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} loading={isUnderWay} onClick={press}>
      <IconX size={16} />
    </ActionIcon>
  );
}
