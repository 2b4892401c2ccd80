// Sections beside each other where the window is wide (1,400 px), and below each other where it is not: a form is not
// stretched over a wide screen, and leaves no half of it empty. What stands in the one column never moves to the other.
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface ColumnsProps {
  /** Comes first where there is one column. */
  readonly left: ReactNode;
  readonly right: ReactNode;
}

export function Columns({ left, right }: ColumnsProps) {
  return (
    <div className="columns">
      <Stack gap="lg">{left}</Stack>
      <Stack gap="lg">{right}</Stack>
    </div>
  );
}
