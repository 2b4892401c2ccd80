// The order in which employees see trails: dragged with the mouse, or moved with the buttons of each row.
import { ActionIcon, Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useChange } from '../api/change.ts';
import { type Trail, updateTrail } from '../api/trails.ts';
import { placeBetween } from './place-between.ts';
import { StatusBadge } from './status-badge.tsx';

/** The button that was pressed. */
interface Held {
  readonly id: string;
  readonly way: 'up' | 'down';
}

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
      return `${items[from]?.title ?? ''} moved to place ${to + 1} of ${items.length}.`;
    },
    { refresh: [['trails', 'list']], after: say },
  );
  const list = useRef<HTMLOListElement>(null);
  const held = useRef<Held>(undefined);
  // A row that moves takes the focus of its button along; at an end of the list the other button is left.
  useEffect(() => {
    if (moving.isPending || held.current === undefined) return;
    const { id, way } = held.current;
    held.current = undefined;
    const row = list.current?.querySelector(`[data-trail="${id}"]`);
    const button = row?.querySelector<HTMLElement>(`[data-way="${way}"]:not(:disabled)`);
    (button ?? row?.querySelector<HTMLElement>('[data-way]:not(:disabled)'))?.focus();
  }, [moving.isPending]);
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= items.length || to === from) return;
    moving.mutate({ from, to });
  };
  const press = (from: number, way: Held['way'], id: string): void => {
    held.current = { id, way };
    move(from, way === 'up' ? from - 1 : from + 1);
  };
  const letGo = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  // What is dropped on a row takes its place, so that every place can be reached, the last one too.
  const drop = (at: number): void => {
    if (dragged !== undefined) move(dragged, at);
    letGo();
  };
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Box
        className="card"
        component="ol"
        ref={list}
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
            data-trail={trail.id}
            data-over={over === index && dragged !== undefined && (index < dragged ? 'above' : 'below')}
            data-dragged={dragged === index}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(index);
            }}
            onDragEnd={letGo}
            onDrop={() => drop(index)}
            px="md"
            py={10}
            style={{ borderBottom: '1px solid var(--cairn-line)', cursor: 'grab' }}
          >
            <Group wrap="nowrap" justify="space-between">
              <Group wrap="nowrap" gap="sm" miw={0}>
                <IconGripVertical size={16} aria-hidden color="var(--mantine-color-dimmed)" style={{ flexShrink: 0 }} />
                <Text c="dimmed" size="sm" className="numbers" miw={28}>
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
                  data-way="up"
                  onClick={() => press(index, 'up', trail.id)}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${trail.title} down`}
                  disabled={index === items.length - 1 || moving.isPending}
                  data-way="down"
                  onClick={() => press(index, 'down', trail.id)}
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
