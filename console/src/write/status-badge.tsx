// The state of a trail in a word, and whether employees see something older than the draft.
import { Badge } from '@mantine/core';
import type { Trail } from '../api/trails.ts';

const LOOKS = {
  draft: { color: 'gray', label: 'Draft' },
  live: { color: 'pine', label: 'Live' },
  archived: { color: 'gray', label: 'Archived' },
} as const;

export function StatusBadge({ trail }: { readonly trail: Pick<Trail, 'status' | 'has_unpublished_changes'> }) {
  const { color, label } = LOOKS[trail.status];
  const hasNews = trail.status === 'live' && trail.has_unpublished_changes;
  return (
    <>
      <Badge
        color={color}
        variant={trail.status === 'live' ? 'filled' : 'default'}
        tt="none"
        fw={560}
        style={{ flexShrink: 0 }}
      >
        {label}
      </Badge>
      {hasNews && (
        <Badge variant="default" tt="none" fw={560} style={{ flexShrink: 0 }}>
          Unpublished changes
        </Badge>
      )}
    </>
  );
}
