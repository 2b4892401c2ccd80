// The frame that charts over time share: a drawing stretched to the available width, with the first and last label
// below.
import './chart.css';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ChartFrameProps {
  /** One per unit of width. The drawing is 100 units high. */
  readonly points: readonly { readonly label: string }[];
  /** In pixels. */
  readonly height: number;
  readonly children: ReactNode;
}

export function ChartFrame({ points, height, children }: ChartFrameProps) {
  return (
    <>
      <svg
        viewBox={`0 0 ${Math.max(1, points.length)} 100`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
        aria-hidden
        focusable="false"
      >
        {children}
      </svg>
      <Group justify="space-between" aria-hidden>
        <Text size="xs" c="dimmed">
          {points[0]?.label}
        </Text>
        <Text size="xs" c="dimmed">
          {points.length > 1 && points.at(-1)?.label}
        </Text>
      </Group>
    </>
  );
}
