// Trails as rows: what they are for, where they stand, whether their examples pass.
import { Anchor, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Trail } from '../api/trails.ts';
import { Instant } from '../parts/instant.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { StatusBadge } from './status-badge.tsx';

const COLUMNS: readonly Column<Trail>[] = [
  {
    heading: 'Trail',
    width: 'minmax(0, 3fr)',
    cell: (trail) => (
      <>
        <Anchor
          component={Link}
          to="/write/$trailId"
          params={{ trailId: trail.id } as never}
          fw={560}
          c="inherit"
          truncate
          display="block"
        >
          {trail.title}
        </Anchor>
        <Text size="sm" c="dimmed" truncate>
          {trail.target_role || 'For anyone'}
        </Text>
      </>
    ),
  },
  {
    heading: 'Status',
    width: 'minmax(212px, 1.6fr)',
    cell: (trail) => (
      <Group gap={6} wrap="nowrap">
        <StatusBadge trail={trail} />
      </Group>
    ),
  },
  { heading: 'Surfacing', width: 'minmax(0, 1.1fr)', cell: (trail) => <Tests trail={trail} /> },
  {
    heading: 'Seen by',
    width: 'minmax(0, 1fr)',
    cell: ({ visibility, grant_count }) => (
      <Text size="sm">{visibility === 'all_teams' ? 'Everyone' : `${grant_count} granted`}</Text>
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

export function TrailRows({
  trails,
  more,
}: {
  readonly trails: readonly Trail[];
  readonly more?: (() => void) | undefined;
}) {
  return <Rows label="Trails" rows={trails} columns={COLUMNS} keyOf={({ id }) => id} more={more} height={64} />;
}

function Tests({ trail: { surfacing_tests: tests } }: { readonly trail: Trail }) {
  if (tests === null || tests === undefined)
    return (
      <Group gap={6} wrap="nowrap" c="dimmed">
        <IconCircleDashed size={16} aria-hidden />
        <Text size="sm">Not run</Text>
      </Group>
    );
  return tests.all_pass ? (
    <Group gap={6} wrap="nowrap">
      <IconCircleCheck size={16} aria-hidden color="var(--mantine-color-pine-6)" />
      <Text size="sm">All pass</Text>
    </Group>
  ) : (
    <Group gap={6} wrap="nowrap">
      <IconCircleX size={16} aria-hidden color="var(--mantine-color-error)" />
      <Text size="sm">{tests.failing.length} failing</Text>
    </Group>
  );
}
