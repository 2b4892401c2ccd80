// Another key or secret while the old one stays good for a while: how long is asked, then the new one is shown this once.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/change.ts';
import { Copied } from '../parts/shown-once.tsx';
import { SecretModal } from './secret-modal.tsx';

const OVERLAPS = [
  { value: '0', label: 'ends now' },
  { value: '3600', label: 'goes on for an hour' },
  { value: '86400', label: 'goes on for a day' },
  { value: '604800', label: 'goes on for a week' },
];
const USUAL = '86400';

interface RotationProps<Made> {
  readonly label: string;
  readonly isSmall?: boolean;
  readonly title: string;
  /** What is rotated, as in "The old key". */
  readonly noun: string;
  readonly hint: string;
  /** Makes the new one; the old one is good for so many seconds more. */
  readonly rotate: (overlapSeconds: number) => Promise<Made>;
  /** What is asked again once the dialog is closed. */
  readonly refresh: QueryKey;
  readonly children: (made: Made) => ReactNode;
}

export function Rotation<Made>(props: RotationProps<Made>) {
  const { label, isSmall = false, title, noun, hint, rotate, refresh, children } = props;
  const [opened, { open, close }] = useDisclosure(false);
  const [overlap, setOverlap] = useState(USUAL);
  const rotating = useChange(() => rotate(Number(overlap)), { refresh: [] });
  const leaving = useChange(async () => undefined, { refresh: [refresh] });
  const leave = (): void => {
    close();
    rotating.reset();
    leaving.mutate(undefined);
  };
  return (
    <>
      <Button size={isSmall ? 'compact-sm' : 'sm'} variant="default" onClick={open}>
        {label}
      </Button>
      <SecretModal making={rotating} opened={opened} onClose={leave} title={title}>
        {rotating.data === undefined ? (
          <Stack>
            <Text size="sm">{hint}</Text>
            <Select
              label={`The old ${noun}`}
              allowDeselect={false}
              value={overlap}
              onChange={(value) => setOverlap(value ?? USUAL)}
              data={OVERLAPS}
            />
            <Group justify="flex-end">
              <Button loading={rotating.isPending} onClick={() => rotating.mutate(undefined)}>
                Make the new {noun}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Copied onLeave={leave}>{children(rotating.data)}</Copied>
        )}
      </SecretModal>
    </>
  );
}
