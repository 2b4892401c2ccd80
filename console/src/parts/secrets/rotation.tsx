// Another key or secret while the old one stays good for a while: how long is asked, then the new one is shown this
// once.
import { Select, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MakingDialog, useMaking } from '../dialogs/making-dialog.tsx';

const OVERLAPS = [
  { value: '0', label: 'ends now' },
  { value: '3600', label: 'goes on for an hour' },
  { value: '86400', label: 'goes on for a day' },
  { value: '604800', label: 'goes on for a week' },
];
const USUAL = '86400';

interface RotationProps<Made> {
  readonly opened: boolean;
  readonly close: () => void;
  readonly title: string;
  /** What is rotated, as in "The old key". */
  readonly noun: string;
  readonly hint: string;
  /** Makes the new one; the old one is good for so many seconds more. */
  readonly rotate: (overlapSeconds: number) => Promise<Made>;
  readonly refresh: QueryKey;
  readonly leadToUnseen: (id: string) => void;
  readonly children: (made: Made) => ReactNode;
}

/**
 * Stands beside what lists the old one, never in its row: that row changes with the rotation, and the new one must not
 * go with it.
 */
export function Rotation<Made>(props: RotationProps<Made>) {
  const { opened, close, title, noun, hint, rotate, refresh, leadToUnseen, children } = props;
  const making = useMaking(
    { overlap: USUAL },
    { make: ({ overlap }) => rotate(Number(overlap)), refresh: [refresh], close, leadToUnseen },
  );
  return (
    <MakingDialog making={making} opened={opened} title={title} button={`Make the new ${noun}`} shown={children}>
      <Text size="sm">{hint}</Text>
      <Select
        label={`The old ${noun}`}
        allowDeselect={false}
        value={making.fields.overlap}
        onChange={(overlap) => making.set({ overlap: overlap ?? USUAL })}
        data={OVERLAPS}
      />
    </MakingDialog>
  );
}
