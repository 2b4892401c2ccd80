// A series of numbers as a small line in a row or beside a heading. The label says what it shows, figures included.

interface SparklineProps {
  /** The whole message for screen readers, e.g. "Uses a day, 14 days: 3 to 41, yesterday 12". */
  readonly label: string;
  readonly values: readonly number[];
  /** In pixels. */
  readonly width?: number;
  readonly height?: number;
  /** What stands at the top of the frame; the highest value where it is left out. */
  readonly most?: number;
}

export function Sparkline({ label, values, width = 96, height = 24, most }: SparklineProps) {
  const top = Math.max(most ?? 0, ...values, Number.EPSILON);
  const step = values.length > 1 ? (width - 4) / (values.length - 1) : 0;
  const points = values.map((value, at) => [2 + at * step, height - 3 - ((height - 6) * value) / top] as const);
  const last = points.at(-1);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <polyline
        points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="var(--cairn-series-1)"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last !== undefined && <circle cx={last[0]} cy={last[1]} r={2.2} fill="var(--cairn-series-1)" />}
    </svg>
  );
}
