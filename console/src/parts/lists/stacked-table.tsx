// A small table. On a phone each row becomes a small list with column names, as in rows.tsx. Use Rows for long tables
// and WideTable for matrices. Roles are explicit, because browsers such as WebKit drop those of tables with a different
// layout.
// biome-ignore-all lint/a11y/noRedundantRoles: see above.
// biome-ignore-all lint/a11y/useSemanticElements: see above.
// biome-ignore-all lint/a11y/useFocusableInteractive: see above.
import './stacked-table.css';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface StackedTableProps {
  readonly label: string;
  /** One per column. The first column is the main one. */
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
