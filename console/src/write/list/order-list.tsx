// The order in which employees see trails. Rows can be dragged, moved with Alt and the arrow keys, or sent to a
// position. Only visible rows are rendered.
import './order.css';
import { Alert, Box, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { type OrderedTrail, useOrder } from '../../api/order.ts';
import { NothingMatches } from '../../parts/lists/nothing-matches.tsx';
import { holdsWords } from '../../parts/lists/words.ts';
import { DrawnTrail } from '../../parts/page/drawings.tsx';
import { Answered, Empty } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { OrderRow } from './order-row.tsx';

const ROW_PX = 44;

export function OrderList() {
  const { order, move, announcement, failed } = useOrder();
  const [text, setText] = useState('');
  return (
    <Answered of={order}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t('Nothing to sort yet')} drawing={<DrawnTrail />}>
            {t('New trails come last. Once there are two, you can change their order here.')}
          </Empty>
        ) : (
          <>
            <VisuallyHidden role="status">{announcement}</VisuallyHidden>
            {failed !== undefined && (
              <Alert
                color="red"
                variant="light"
                role="alert"
                title={t('"{failed}" was not moved', { failed: failed.title })}
              >
                <Text size="sm">{failed.problem.message}</Text>
              </Alert>
            )}
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {t(
                  '{items, plural, one {# trail} other {# trails}} in the order that employees see. Archived trails are not part of it.',
                  { items: items.length },
                )}
              </Text>
              <TextInput
                size="sm"
                w={{ base: '100%', sm: 300 }}
                leftSection={<IconSearch size={16} aria-hidden />}
                placeholder={t('Show only …')}
                aria-label={t('Search the order')}
                value={text}
                maxLength={200}
                onChange={(event) => setText(event.currentTarget.value)}
              />
            </Group>
            <Ordered items={items} text={text} showAll={() => setText('')} move={(id, to) => move({ id, to })} />
          </>
        )
      }
    </Answered>
  );
}

interface OrderedProps {
  readonly items: readonly OrderedTrail[];
  readonly text: string;
  readonly showAll: () => void;
  readonly move: (id: string, to: number) => void;
}

interface Row {
  readonly trail: OrderedTrail;
  /** The index in the whole order, from 0. */
  readonly at: number;
}

function Ordered({ items, text, showAll, move }: OrderedProps) {
  const rows: Row[] = items
    .map((trail, at) => ({ trail, at }))
    .filter(({ trail }) => text === '' || holdsWords(`${trail.title} ${trail.target_role}`, text));
  const frame = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<number>();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    getItemKey: (index) => rows[index]?.trail.id ?? index,
  });
  const follow = useFollowing(frame, rows, (index) => virtual.scrollToIndex(index, { align: 'auto' }));
  if (rows.length === 0) return <NothingMatches showAll={showAll}>{t('Try one word of the title.')}</NothingMatches>;
  const from = items.findIndex(({ id }) => id === dragged);
  const endDrag = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <Box className="card rows order" ref={frame} tabIndex={-1}>
      <ol style={{ height: virtual.getTotalSize() }} aria-label={t('Trails in their order')}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { trail, at } = row;
          return (
            <OrderRow
              key={trail.id}
              trail={trail}
              at={at}
              total={items.length}
              style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
              edge={
                over === at && dragged !== undefined && dragged !== trail.id ? (at < from ? 'above' : 'below') : false
              }
              isDragged={dragged === trail.id}
              drag={() => setDragged(trail.id)}
              hover={() => setOver(at)}
              endDrag={endDrag}
              // A dropped trail takes the place of the row it is dropped on, so that every place can be reached,
              // including the last.
              drop={() => {
                if (dragged !== undefined) move(dragged, at);
                endDrag();
              }}
              moveTo={(to) => {
                follow(trail.id);
                move(trail.id, to);
              }}
            />
          );
        })}
      </ol>
    </Box>
  );
}

/** Keeps the focus on a row that moves. */
function useFollowing(
  frame: React.RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
  show: (index: number) => void,
): (id: string) => void {
  const followed = useRef<string>(undefined);
  useEffect(() => {
    const id = followed.current;
    if (id === undefined) return;
    followed.current = undefined;
    // The focused row may be unmounted. Focus the list until the moved row is rendered.
    frame.current?.focus({ preventScroll: true });
    show(rows.findIndex(({ trail }) => trail.id === id));
    // The row is rendered in the frame after the list has scrolled to it.
    const focus = (tries: number): void => {
      const button = frame.current?.querySelector<HTMLElement>(`[data-trail="${id}"] [data-handle]`);
      if (button) button.focus({ preventScroll: true });
      else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
    };
    requestAnimationFrame(() => focus(10));
  }, [rows.map(({ trail }) => trail.id).join()]);
  return (id) => {
    followed.current = id;
  };
}
