// A small table that fits its place on a phone too: there each row is a small list with the names of its columns, as in
// rows.tsx. Longer ones are Rows, and a matrix is a WideTable. Roles are said: browsers drop those of a table whose
// parts are laid out otherwise, WebKit for one.
// biome-ignore-all lint/a11y/noRedundantRoles: as above.
// biome-ignore-all lint/a11y/useSemanticElements: as above.
// biome-ignore-all lint/a11y/useFocusableInteractive: as above.
import './stacked-table.css';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface StackedTableProps {
  readonly label: string;
  /** Of each column; the first names what the row is about. */
  readonly headings: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

export function StackedTable({ label, headings, rows }: StackedTableProps) {
  return (
    <Table role="table" aria-label={label} className="stacked-table">
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {headings.map((heading) => (
            <Table.Th key={heading} role="columnheader">
              {heading}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows.map(({ key, cells }) => (
          <Table.Tr key={key} role="row">
            {cells.map((cell, index) => (
              <Table.Td key={headings[index]} role="cell" data-name={index === 0 ? undefined : headings[index]}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
