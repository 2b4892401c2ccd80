// Two columns of sections in windows of at least 1,400 px, otherwise one. A section never moves to the other column.
import './columns.css';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface ColumnsProps {
  /** Comes first if there is only one column. */
  readonly left: ReactNode;
  readonly right: ReactNode;
  /** Makes the right column wider, for a table. */
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
