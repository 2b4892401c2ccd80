// Sections beside each other where the window is wide (1,400 px), and below each other where it is not: a form is not
// stretched over a wide screen, and leaves no half of it empty. What stands in the one column never moves to the other.
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface ColumnsProps {
  /** Comes first where there is one column. */
  readonly left: ReactNode;
  readonly right: ReactNode;
  /** The right one is a table, which has more to say in a line than a form. */
  readonly hasTable?: true;
}

export function Columns({ left, right, hasTable }: ColumnsProps) {
  return (
    <div className="columns" data-table={hasTable}>
      <Stack gap="lg">{left}</Stack>
      <Stack gap="lg">{right}</Stack>
    </div>
  );
}
