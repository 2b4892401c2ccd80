// The cross that takes one thing off a list. Until that is answered it says that it is under way.
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';

interface RemoveButtonProps {
  readonly label: string;
  /** Never rejects: why a removal was refused is told by the change itself. */
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
