// Draws a count over time as a filled step chart, with a table of its numbers. A limit, if there is one, is a dashed
// line.

import { t } from '../texts/t.ts';
import { ChartFrame } from './chart-frame.tsx';
import { ChartTable } from './chart-table.tsx';

export interface AreaPoint {
  /** "Nov 3". */
  readonly label: string;
  /** Null if unknown; draws a gap. */
  readonly value: number | null;
}

interface AreaChartProps {
  /** Describes the chart for screen readers, as a sentence. */
  readonly caption: string;
  readonly heading: string;
  readonly points: readonly AreaPoint[];
  /** The maximum that is allowed. */
  readonly limit?: number | null;
  /** In pixels. */
  readonly height?: number;
}

export function AreaChart({ caption, heading, points, limit = null, height = 120 }: AreaChartProps) {
  const known = points.flatMap(({ value }, at) => (value === null ? [] : [{ at, value }]));
  const most = Math.max(1, limit ?? 0, ...known.map(({ value }) => value)) * 1.08;
  const top = (value: number): number => 100 - (98 * value) / most;
  // Each value applies to a whole day, so draw steps, not slopes.
  const line = known.map(({ at, value }) => `${at},${top(value)} ${at + 1},${top(value)}`).join(' ');
  const [first, last] = [known[0], known.at(-1)];
  return (
    <figure className="chart">
      <ChartFrame points={points} height={height}>
        <rect x={0} y={99} width={points.length} height={1} fill="var(--cairn-track)" />
        {limit !== null && <path d={`M0 ${top(limit)}H${points.length}`} className="chart-limit" />}
        {first !== undefined && last !== undefined && (
          <>
            <polygon points={`${first.at},100 ${line} ${last.at + 1},100`} className="chart-ground" />
            <polyline points={line} className="chart-line" />
          </>
        )}
      </ChartFrame>
      <ChartTable
        caption={caption}
        headings={[t('When'), heading]}
        rows={points.flatMap(({ label, value }) => (value === null ? [] : [[label, value] as const]))}
      />
    </figure>
  );
}
