// Replaces a key or secret. Asks how long the old one should stay valid, then shows the new one once.
import { Select, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MakingDialog, useMaking } from '../dialogs/making-dialog.tsx';
import { t } from '../texts/t.ts';

const OVERLAPS = [
  { value: '0', label: t('ends now') },
  { value: '3600', label: t('works for another hour') },
  { value: '86400', label: t('works for another day') },
  { value: '604800', label: t('works for another week') },
];
const USUAL = '86400';

interface RotationProps<Made> {
  readonly opened: boolean;
  readonly close: () => void;
  readonly title: string;
  /** The button that creates the new one, and the label of the time for which the old one stays valid. */
  readonly button: string;
  readonly overlap: string;
  readonly hint: string;
  /** Creates the new one. The old one stays valid for that many seconds. */
  readonly rotate: (overlapSeconds: number) => Promise<Made>;
  readonly refresh: QueryKey;
  readonly leadToUnseen: (id: string) => void;
  readonly children: (made: Made) => ReactNode;
}

/**
 * Render it outside the list row of the old secret: that row changes with the rotation and would unmount the new
 * secret.
 */
export function Rotation<Made>(props: RotationProps<Made>) {
  const { opened, close, title, button, overlap, hint, rotate, refresh, leadToUnseen, children } = props;
  const making = useMaking(
    { overlap: USUAL },
    { make: ({ overlap }) => rotate(Number(overlap)), refresh: [refresh], close, leadToUnseen },
  );
  return (
    <MakingDialog making={making} opened={opened} title={title} button={button} shown={children}>
      <Text size="sm">{hint}</Text>
      <Select
        label={overlap}
        allowDeselect={false}
        value={making.fields.overlap}
        onChange={(overlap) => making.set({ overlap: overlap ?? USUAL })}
        data={OVERLAPS}
      />
    </MakingDialog>
  );
}
