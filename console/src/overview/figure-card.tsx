// A card of the Overview: what is counted, how much it is now, a picture of it, and where to read more.
import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageAnchor } from '../parts/links.tsx';
import type { PagePath } from '../parts/page-address.ts';

interface FigureCardProps {
  readonly title: string;
  /** The figure of today or of all days together. */
  readonly figure: string;
  readonly unit: string;
  readonly more: { readonly to: PagePath; readonly label: string };
  readonly children: ReactNode;
}

export function FigureCard({ title, figure, unit, more, children }: FigureCardProps) {
  return (
    <section className="card figure-card" aria-label={title}>
      <Group justify="space-between" align="baseline" wrap="nowrap" mb="sm">
        <div>
          <Title order={2} fz="sm" fw={560} c="dimmed">
            {title}
          </Title>
          <Text component="p" m={0}>
            <span className="figure-number numbers">{figure}</span>{' '}
            <Text span size="sm" c="dimmed">
              {unit}
            </Text>
          </Text>
        </div>
        <PageAnchor to={more.to} size="sm" style={{ whiteSpace: 'nowrap' }}>
          {more.label}
        </PageAnchor>
      </Group>
      {children}
    </section>
  );
}

/** In place of a picture while there is nothing to draw: what will stand here, and how it comes about. */
export function NotYet({ children }: { readonly children: ReactNode }) {
  return (
    <div className="not-yet">
      <svg viewBox="0 0 30 10" preserveAspectRatio="none" width="100%" height={84} aria-hidden focusable="false">
        {GHOSTS.map((tall, at) => (
          <rect key={at} x={at + 0.15} y={10 - tall} width={0.7} height={tall} fill="var(--cairn-track)" />
        ))}
      </svg>
      <Text size="sm" c="dimmed" mt="xs">
        {children}
      </Text>
    </div>
  );
}

const GHOSTS = Array.from({ length: 30 }, (_, at) => 3 + 3 * Math.abs(Math.sin(at * 1.7)) + at / 12);
