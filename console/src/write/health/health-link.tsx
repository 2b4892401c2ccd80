// From a row of Catalog health to what makes the trail surface.
import { PageAnchor } from '../../parts/page/links.tsx';

interface HealthLinkProps {
  readonly trail: { readonly id: string; readonly title: string };
  /** Where on the trail's page; what surfaces it, usually. */
  readonly tab?: 'surfacing' | 'access';
}

export const HealthLink = ({ trail, tab = 'surfacing' }: HealthLinkProps) => (
  <PageAnchor
    to="/write/$trailId"
    params={{ trailId: trail.id }}
    search={{ tab }}
    size="sm"
    c="inherit"
    fw={560}
    dir="auto"
  >
    {trail.title}
  </PageAnchor>
);
