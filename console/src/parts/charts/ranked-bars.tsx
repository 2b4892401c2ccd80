// Candidates for one thing, the strongest first: a bar each on the scale from 0 to 1, with the line that has to be
// reached.
import './ranked-bars.css';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { percentOf } from '../texts/percent.ts';

export interface RankedBar {
  readonly key: string;
  readonly label: ReactNode;
  /** 0 to 1. */
  readonly value: number;
  /** What the bar is about: it stands out from the others. */
  readonly isOwn?: boolean;
}

interface RankedBarsProps {
  /** For screen readers: what is ranked by what. */
  readonly label: string;
  readonly bars: readonly RankedBar[];
  /** 0 to 1. */
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
