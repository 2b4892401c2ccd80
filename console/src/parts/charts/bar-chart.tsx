// Counts over time as stacked bars, one bar per day or hour and one color per series, with a table of the numbers.

import { Group, Text } from '@mantine/core';
import { inDigits } from '../texts/digits.ts';
import { t } from '../texts/t.ts';
import { ChartFrame } from './chart-frame.tsx';
import { ChartTable } from './chart-table.tsx';

export interface Series {
  readonly key: string;
  readonly label: string;
  /** Overrides the color that follows from the position in `series`. The second color means refused. */
  readonly color?: 1 | 2 | 3 | 4;
}

export interface BarPoint {
  /** "Mon 3", "14:00". */
  readonly label: string;
  readonly values: Readonly<Record<string, number>>;
}

interface BarChartProps {
  /** Describes the chart for screen readers, as a sentence. */
  readonly caption: string;
  /** At most four, from the bottom up. */
  readonly series: readonly Series[];
  readonly points: readonly BarPoint[];
  /** In pixels. */
  readonly height?: number;
}

const GAP = 0.22;

export function BarChart({ caption, series, points, height = 120 }: BarChartProps) {
  const most = Math.max(1, ...points.map((point) => totalOf(point, series)));
  return (
    <figure className="chart">
      <ChartFrame points={points} height={height}>
        {points.map((point, at) => (
          <Bar key={at} at={at} point={point} series={series} most={most} />
        ))}
      </ChartFrame>
      {series.length > 1 && <Legend series={series} />}
      <ChartTable
        caption={caption}
        headings={[t('When'), ...series.map(({ label }) => label)]}
        rows={points.map(({ label, values }) => [label, ...series.map(({ key }) => values[key] ?? 0)])}
      />
    </figure>
  );
}

interface BarProps {
  readonly at: number;
  readonly point: BarPoint;
  readonly series: readonly Series[];
  readonly most: number;
}

/** One stacked bar. An empty bar shows a hairline on the baseline. */
function Bar({ at, point, series, most }: BarProps) {
  let top = 100;
  const values = series.map(({ key, label }) => `${label} ${inDigits(point.values[key] ?? 0)}`).join(', ');
  return (
    <g>
      <title>{`${point.label}: ${values}`}</title>
      <rect x={at} y={0} width={1} height={100} fill="transparent" />
      <rect x={at + GAP / 2} y={99} width={1 - GAP} height={1} fill="var(--cairn-track)" />
      {series.map(({ key, color }, index) => {
        const tall = tallness(point.values[key] ?? 0, most);
        top -= tall;
        return <rect key={key} x={at + GAP / 2} y={top} width={1 - GAP} height={tall} fill={colorOf(index, color)} />;
      })}
    </g>
  );
}

/**
 * Height in percent of the drawing. The minimum of 2 keeps one refusal among thousands visible; 92 leaves room for four
 * such minimums.
 */
const tallness = (value: number, most: number): number => (value === 0 ? 0 : 2 + (92 * value) / most);

function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <Group gap="2px 16px" mt={4} aria-hidden>
      {series.map(({ key, label, color }, index) => (
        <Text key={key} size="xs" c="dimmed" component="span">
          <span className="legend-dot" style={{ background: colorOf(index, color) }} /> {label}
        </Text>
      ))}
    </Group>
  );
}

const colorOf = (index: number, color: Series['color']): string => `var(--cairn-series-${color ?? (index % 4) + 1})`;

const totalOf = ({ values }: BarPoint, series: readonly Series[]): number =>
  series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0);
