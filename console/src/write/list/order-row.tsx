// A trail in the order: a handle (moved with Alt and the arrow keys), its position, and a menu for larger moves.

import '@mantine/core/styles/NumberInput.css';
import { ActionIcon, Button, Group, Menu, NumberInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconGripVertical,
  IconHash,
} from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import type { OrderedTrail } from '../../api/order.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { inDigits } from '../../parts/texts/digits.ts';
import { t } from '../../parts/texts/t.ts';
import { TrailStatusWord } from '../trail/trail-status.tsx';

interface OrderRowProps {
  readonly trail: OrderedTrail;
  /** From 0. */
  readonly at: number;
  readonly total: number;
  readonly style: CSSProperties;
  readonly edge: 'above' | 'below' | false;
  readonly isDragged: boolean;
  readonly drag: () => void;
  readonly hover: () => void;
  readonly endDrag: () => void;
  readonly drop: () => void;
  readonly moveTo: (to: number) => void;
}

export function OrderRow(props: OrderRowProps) {
  const { trail, at, total, style, edge, isDragged, moveTo } = props;
  const press = (event: KeyboardEvent): void => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step === undefined || at + step < 0 || at + step >= total) return;
    event.preventDefault();
    moveTo(at + step);
  };
  return (
    <li
      className="draggable"
      style={style}
      draggable
      data-trail={trail.id}
      data-over={edge}
      data-dragged={isDragged}
      onDragStart={props.drag}
      onDragOver={(event) => {
        event.preventDefault();
        props.hover();
      }}
      onDragEnd={props.endDrag}
      onDrop={props.drop}
      onKeyDown={press}
    >
      <button
        type="button"
        className="handle"
        data-handle
        aria-label={t('{trail}, position {at} of {total}. Press Alt and an arrow key to move it.', {
          trail: trail.title,
          at: at + 1,
          total,
        })}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
      <Text c="dimmed" size="sm" className="numbers order-place">
        {inDigits(at + 1)}
      </Text>
      <Text size="sm" lineClamp={2} lh={1.3} flex={1} dir="auto">
        {trail.title}
      </Text>
      <Text size="sm" c="dimmed" truncate w={180} visibleFrom="md" dir="auto">
        {trail.target_role || t('Anyone')}
      </Text>
      <Group w={150} visibleFrom="sm" wrap="nowrap">
        <TrailStatusWord trail={trail} />
      </Group>
      <WaysMenu trail={trail} at={at} total={total} moveTo={moveTo} />
    </li>
  );
}

type WaysProps = Pick<OrderRowProps, 'trail' | 'at' | 'total' | 'moveTo'>;

function WaysMenu({ trail, at, total, moveTo }: WaysProps) {
  const [isAsking, asking] = useDisclosure(false);
  const later = useMoveLater(moveTo);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('Move {trail}', { trail: trail.title })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('Move {trail}', { trail: trail.title })}>
          {waysOf(at, total - 1).map(({ label, to, icon: Icon }) => (
            <Menu.Item key={label} leftSection={<Icon size={16} />} onClick={() => moveTo(to)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconHash size={16} />} onClick={asking.open}>
            {t('To a place …')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog
        opened={isAsking}
        onClose={asking.close}
        onExitTransitionEnd={later.move}
        title={t('Move "{trail}"', { trail: trail.title })}
        centered
        size="sm"
      >
        <PlaceForm at={at} total={total} close={asking.close} choose={later.choose} />
      </Dialog>
    </>
  );
}

/** Leaves out moves that do not apply, because a menu whose first item is disabled does not take the focus. */
const waysOf = (at: number, last: number) =>
  [
    { label: t('To the top'), to: 0, icon: IconArrowBarToUp, applies: at > 0 },
    { label: t('Up'), to: at - 1, icon: IconArrowUp, applies: at > 0 },
    { label: t('Down'), to: at + 1, icon: IconArrowDown, applies: at < last },
    { label: t('To the end'), to: last, icon: IconArrowBarToDown, applies: at < last },
  ].filter(({ applies }) => applies);

/** Moves the trail after the dialog has closed, because closing returns the focus to the trail's old position. */
function useMoveLater(moveTo: (to: number) => void) {
  const chosen = useRef<number>(undefined);
  return {
    choose: (to: number): void => {
      chosen.current = to;
    },
    move: (): void => {
      const to = chosen.current;
      chosen.current = undefined;
      if (to !== undefined) moveTo(to);
    },
  };
}

interface PlaceFormProps extends Pick<WaysProps, 'at' | 'total'> {
  readonly close: () => void;
  readonly choose: (to: number) => void;
}

function PlaceForm({ at, total, close, choose }: PlaceFormProps) {
  const [place, setPlace] = useState<number | string>(at + 1);
  const isPlace = typeof place === 'number' && Number.isInteger(place) && place >= 1 && place <= total;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPlace) return;
        choose(place - 1);
        close();
      }}
    >
      <Stack>
        <NumberInput
          label={t('Place')}
          description={t('From 1 to {total}.', { total })}
          value={place}
          onChange={setPlace}
          allowDecimal={false}
          error={isPlace ? undefined : t('Give a number from 1 to {total}.', { total })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={!isPlace}>
            {t('Move it')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
