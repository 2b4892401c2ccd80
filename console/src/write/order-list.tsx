// The order in which employees see trails: dragged with the mouse, or moved with the buttons of each row.
import { ActionIcon, Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { type Trail, updateTrail } from '../api/trails.ts';
import { placeBetween } from './place-between.ts';
import { StatusBadge } from './status-badge.tsx';

export function OrderList({ trails }: { readonly trails: readonly Trail[] }) {
  const items = trails
    .filter(({ status }) => status !== 'archived')
    .sort((one, other) => one.sort_order - other.sort_order || (one.id < other.id ? -1 : 1));
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [said, say] = useState('');
  const moving = useChange(
    async ({ from, to }: { from: number; to: number }) => {
      for (const { id, sort_order } of placeBetween(items, from, to)) await updateTrail(id, { sort_order });
      return to;
    },
    { refresh: [['trails', 'list']] },
  );
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= items.length || to === from) return;
    say(`${items[from]?.title ?? ''} moved to place ${to + 1} of ${items.length}.`);
    moving.mutate({ from, to });
  };
  const drop = (at: number): void => {
    if (dragged !== undefined) move(dragged, at > dragged ? at - 1 : at);
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Box
        className="card"
        component="ol"
        p={0}
        m={0}
        style={{ listStyle: 'none', opacity: moving.isPending ? 0.6 : 1 }}
      >
        {items.map((trail, index) => (
          <Box
            component="li"
            key={trail.id}
            className="draggable"
            draggable={!moving.isPending}
            data-over={over === index && dragged !== undefined}
            data-dragged={dragged === index}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(index);
            }}
            onDragEnd={() => setDragged(undefined)}
            onDrop={() => drop(index)}
            px="md"
            py={10}
            style={{ borderBottom: '1px solid var(--cairn-line)', cursor: 'grab' }}
          >
            <Group wrap="nowrap" justify="space-between">
              <Group wrap="nowrap" gap="sm" miw={0}>
                <IconGripVertical size={16} aria-hidden color="var(--mantine-color-dimmed)" />
                <Text c="dimmed" size="sm" className="numbers" w={24}>
                  {index + 1}
                </Text>
                <Text truncate>{trail.title}</Text>
                <StatusBadge trail={trail} />
              </Group>
              <Group wrap="nowrap" gap={4}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${trail.title} up`}
                  disabled={index === 0 || moving.isPending}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${trail.title} down`}
                  disabled={index === items.length - 1 || moving.isPending}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
              </Group>
            </Group>
          </Box>
        ))}
      </Box>
    </>
  );
}
