// Counts over time as stacked bars: one bar a day (or hour), one colour a series, the figures in a table beneath.

import { Group, Text } from '@mantine/core';
import { inDigits } from '../texts/digits.ts';
import { ChartFrame } from './chart-frame.tsx';
import { ChartTable } from './chart-table.tsx';

export interface Series {
  readonly key: string;
  readonly label: string;
  /** 1 to 4, where the place among the series would give the wrong one: the second stands for what was refused. */
  readonly colour?: 1 | 2 | 3 | 4;
}

export interface BarPoint {
  /** "Mon 3", "14:00". */
  readonly label: string;
  readonly values: Readonly<Record<string, number>>;
}

interface BarChartProps {
  /** What is counted, as a sentence for screen readers. */
  readonly caption: string;
  /** At most four: the first is drawn at the bottom. */
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
        headings={['When', ...series.map(({ label }) => label)]}
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

/** One bar with its parts from the bottom up; a bar of nothing leaves a hair on the ground line. */
function Bar({ at, point, series, most }: BarProps) {
  let top = 100;
  const told = series.map(({ key, label }) => `${label} ${inDigits(point.values[key] ?? 0)}`).join(', ');
  return (
    <g>
      <title>{`${point.label}: ${told}`}</title>
      <rect x={at} y={0} width={1} height={100} fill="transparent" />
      <rect x={at + GAP / 2} y={99} width={1 - GAP} height={1} fill="var(--cairn-track)" />
      {series.map(({ key, colour }, index) => {
        const tall = tallness(point.values[key] ?? 0, most);
        top -= tall;
        return <rect key={key} x={at + GAP / 2} y={top} width={1 - GAP} height={tall} fill={colourOf(index, colour)} />;
      })}
    </g>
  );
}

/** In hundredths of the drawing. One that was refused among thousands is seen all the same; four parts have room. */
const tallness = (value: number, most: number): number => (value === 0 ? 0 : 2 + (92 * value) / most);

function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <Group gap="2px 16px" mt={4} aria-hidden>
      {series.map(({ key, label, colour }, index) => (
        <Text key={key} size="xs" c="dimmed" component="span">
          <span className="legend-dot" style={{ background: colourOf(index, colour) }} /> {label}
        </Text>
      ))}
    </Group>
  );
}

const colourOf = (index: number, colour: Series['colour']): string =>
  `var(--cairn-series-${colour ?? (index % 4) + 1})`;

const totalOf = ({ values }: BarPoint, series: readonly Series[]): number =>
  series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0);
