// Scheduled publications and unpublications, and the number of trails.
import { Group, Text, Title } from '@mantine/core';
import { PageAnchor } from '../parts/page/links.tsx';
import { counted } from '../parts/texts/counted.ts';
import { moment } from '../parts/texts/instant.tsx';
import type { Overview } from './overview-api.ts';

const ACTS = { publish: 'Goes live', unpublish: 'Is taken back' } as const;

export function Coming({ coming, trails }: Pick<Overview, 'coming' | 'trails'>) {
  const left = coming.total - coming.items.length;
  return (
    <section className="card table-card" aria-labelledby="ahead">
      <Group justify="space-between" px="md" py="sm" wrap="nowrap">
        <Title order={2} id="ahead">
          Ahead
        </Title>
        <PageAnchor to="/write" size="sm">
          {counted(trails.live, 'live trail')}
        </PageAnchor>
      </Group>
      {coming.items.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="lg">
          {trails.draft + trails.live === 0
            ? 'No trails yet. Your first trail and scheduled changes will appear here.'
            : 'Nothing is scheduled. Scheduled publications and unpublications will appear here.'}
        </Text>
      ) : (
        <ul className="hand-list" data-plain>
          {coming.items.map(({ id, title, action, run_at, scheduled_by }) => (
            <li key={`${id} ${action}`}>
              <div>
                <PageAnchor to="/write/$trailId" params={{ trailId: id }} size="sm" fw={560} c="inherit" dir="auto">
                  {title}
                </PageAnchor>
                <Text size="sm" c="dimmed">
                  {ACTS[action]} {moment(run_at)}
                  {scheduled_by !== '' && `, by ${scheduled_by}`}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <Text size="sm" px="md" pb="md">
          <PageAnchor to="/write" search={{ only: 'schedule' }}>
            {counted(left, 'change')} more
          </PageAnchor>
        </Text>
      )}
    </section>
  );
}
