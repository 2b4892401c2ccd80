// A small table that fits its place on a phone too: there each row is a small list with the names of its columns, as in
// rows.tsx. Longer ones are Rows, and a matrix is a WideTable.
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
    <Table aria-label={label} className="stacked-table">
      <Table.Thead>
        <Table.Tr>
          {headings.map((heading) => (
            <Table.Th key={heading}>{heading}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells }) => (
          <Table.Tr key={key}>
            {cells.map((cell, index) => (
              <Table.Td key={headings[index]} data-name={index === 0 ? undefined : headings[index]}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
