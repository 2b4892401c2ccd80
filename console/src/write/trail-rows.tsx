// Trails as rows: what they are for, where they stand, whether their examples pass.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Trail } from '../api/trails.ts';
import { Instant } from '../parts/instant.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Status } from '../parts/status.tsx';
import { TrailStatusWord } from './trail-status.tsx';

const COLUMNS: readonly Column<Trail>[] = [
  {
    heading: 'Trail',
    width: 'minmax(220px, 3fr)',
    cell: (trail) => (
      <Anchor
        component={Link}
        to="/write/$trailId"
        params={{ trailId: trail.id } as never}
        fw={560}
        c="inherit"
        truncate
        display="block"
        size="sm"
        dir="auto"
      >
        {trail.title}
      </Anchor>
    ),
  },
  {
    heading: 'For',
    width: 'minmax(0, 1.4fr)',
    cell: ({ target_role }) => (
      <Text size="sm" c="dimmed" truncate dir="auto">
        {target_role || 'Anyone'}
      </Text>
    ),
  },
  { heading: 'Status', width: '150px', cell: (trail) => <TrailStatusWord trail={trail} /> },
  { heading: 'Examples', width: '110px', cell: (trail) => <Examples trail={trail} /> },
  {
    heading: 'Seen by',
    width: '110px',
    cell: ({ visibility, grant_count }) => (
      <Text size="sm" c="dimmed">
        {visibility === 'all_teams' ? 'Everyone' : `${grant_count.toLocaleString()} granted`}
      </Text>
    ),
  },
  {
    heading: 'Changed',
    width: '110px',
    cell: (trail) => (
      <Text size="sm" c="dimmed">
        <Instant at={trail.updated_at} />
      </Text>
    ),
  },
];

interface TrailRowsProps {
  readonly trails: readonly Trail[];
  readonly more?: (() => void) | undefined;
}

export function TrailRows({ trails, more }: TrailRowsProps) {
  return <Rows label="Trails" rows={trails} columns={COLUMNS} keyOf={({ id }) => id} more={more} height={40} />;
}

function Examples({ trail: { surfacing_tests: tests } }: { readonly trail: Trail }) {
  if (tests === null || tests === undefined) return <Status tone="quiet">Not run</Status>;
  return tests.all_pass ? (
    <Status tone="fine">All pass</Status>
  ) : (
    <Status tone="attention">{tests.failing.length} failing</Status>
  );
}
