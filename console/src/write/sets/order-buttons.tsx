// Two buttons that move an item of a short list up and down.
import { ActionIcon, Group } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { busy } from '../../parts/forms/busy.ts';
import { t } from '../../parts/texts/t.ts';

interface OrderButtonsProps {
  readonly name: string;
  readonly ids: readonly string[];
  readonly id: string;
  readonly isPending: boolean;
  readonly order: (ids: string[]) => void;
}

export function OrderButtons({ name, ids, id, isPending, order }: OrderButtonsProps) {
  const at = ids.indexOf(id);
  const move = (to: number): void => {
    const others = ids.filter((one) => one !== id);
    order([...others.slice(0, to), id, ...others.slice(to)]);
  };
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Move {name} up', { name })}
        {...busy(isPending, at === 0)}
        onClick={() => move(at - 1)}
      >
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Move {name} down', { name })}
        {...busy(isPending, at === ids.length - 1)}
        onClick={() => move(at + 1)}
      >
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
