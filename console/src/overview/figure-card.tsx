// A card of the Overview: what is counted, how much it is now, a picture of it, and where to read more.
import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageAnchor } from '../parts/page/links.tsx';
import type { PagePath } from '../parts/page/page-address.ts';

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

/**
 * In place of a chart while there is nothing to draw: its empty lines, what will stand here, and how it comes about.
 */
export function NotYet({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <div className="bare-chart" aria-hidden />
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </>
  );
}
