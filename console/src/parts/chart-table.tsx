// The figures of a chart as a table that screen readers read; eyes see the chart.
import { VisuallyHidden } from '@mantine/core';

interface ChartTableProps {
  readonly caption: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly [label: string, ...values: (string | number)[]])[];
}

export function ChartTable({ caption, headings, rows }: ChartTableProps) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th scope="col" key={heading}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, ...values], row) => (
            <tr key={row}>
              <th scope="row">{label}</th>
              {values.map((value, column) => (
                <td key={column}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
