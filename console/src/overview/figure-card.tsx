// A card of the overview: a title, the current number, a chart, and a link to more.
import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageAnchor } from '../parts/page/links.tsx';
import type { PagePath } from '../parts/page/page-address.ts';

interface FigureCardProps {
  readonly title: string;
  /** Today's number, or the total over all days. */
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

/** Replaces a chart without data: empty grid lines, and a text that says what will appear here and when. */
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
