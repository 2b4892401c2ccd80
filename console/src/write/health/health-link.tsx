// Links from a row of catalog health to the trail's surfacing settings.
import { PageAnchor } from '../../parts/page/links.tsx';

interface HealthLinkProps {
  readonly trail: { readonly id: string; readonly title: string };
  /** The tab of the trail's page; `surfacing` by default. */
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
