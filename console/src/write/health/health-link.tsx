// From a row of Catalog health to what makes the trail surface.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface HealthLinkProps {
  readonly trail: { readonly id: string; readonly title: string };
  /** Where on the trail's page; what surfaces it, usually. */
  readonly tab?: 'surfacing' | 'access';
}

export const HealthLink = ({ trail, tab = 'surfacing' }: HealthLinkProps) => (
  <Anchor
    component={Link}
    to={`/write/${trail.id}`}
    search={{ tab } as never}
    size="sm"
    c="inherit"
    fw={560}
    dir="auto"
  >
    {trail.title}
  </Anchor>
);
