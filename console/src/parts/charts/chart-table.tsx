// The numbers of a chart as a table that opens on demand, for keyboards, phones, screen readers and copying.

import { Table } from '@mantine/core';
import { WideTable } from '../lists/wide-table.tsx';
import { inDigits } from '../texts/digits.ts';
import { t } from '../texts/t.ts';

interface ChartTableProps {
  readonly caption: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly [label: string, ...values: number[]])[];
}

/** In pixels. Longer tables scroll. */
const MAX_HEIGHT = 280;

export function ChartTable({ caption, headings, rows }: ChartTableProps) {
  return (
    <details className="chart-figures">
      <summary aria-label={t('Figures: {caption}', { caption })}>{t('Figures')}</summary>
      <WideTable label={caption} minWidth={0} maxHeight={MAX_HEIGHT}>
        <Table aria-label={caption} className="numbers" fz="sm" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              {headings.map((heading) => (
                <Table.Th scope="col" key={heading}>
                  {heading}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([label, ...values], row) => (
              <Table.Tr key={row}>
                <Table.Th scope="row" fw="normal">
                  {label}
                </Table.Th>
                {values.map((value, column) => (
                  <Table.Td key={column}>{inDigits(value)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </details>
  );
}
