// Candidates ranked by a value from 0 to 1, one bar each, with a line at the threshold.
import './ranked-bars.css';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { percentOf } from '../texts/percent.ts';

export interface RankedBar {
  readonly key: string;
  readonly label: ReactNode;
  /** From 0 to 1. */
  readonly value: number;
  /** Highlights the bar that the chart is about. */
  readonly isOwn?: boolean;
}

interface RankedBarsProps {
  /** Describes the ranking for screen readers. */
  readonly label: string;
  readonly bars: readonly RankedBar[];
  /** From 0 to 1. */
  readonly threshold?: number | undefined;
}

export function RankedBars({ label, bars, threshold }: RankedBarsProps) {
  return (
    <ol className="ranked" aria-label={label}>
      {bars.map(({ key, label: name, value, isOwn = false }) => (
        <li key={key} data-own={isOwn}>
          <Text component="span" size="sm" truncate className="ranked-name">
            {name}
          </Text>
          <span className="ranked-track" aria-hidden>
            <span className="ranked-bar" style={{ width: `${Math.max(0, Math.min(1, value)) * 100}%` }} />
            {threshold !== undefined && <span className="ranked-line" style={{ left: `${threshold * 100}%` }} />}
          </span>
          <Text component="span" size="sm" c="dimmed" className="numbers ranked-value">
            {percentOf(value)}
          </Text>
        </li>
      ))}
    </ol>
  );
}
