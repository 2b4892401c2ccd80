// Scheduled publications and unpublications, and the number of trails.
import { Group, Text, Title } from '@mantine/core';
import { PageAnchor } from '../parts/page/links.tsx';
import { moment } from '../parts/texts/instant.tsx';
import { t } from '../parts/texts/t.ts';
import type { Overview } from './overview-api.ts';

function comingText(action: 'publish' | 'unpublish', time: string, by: string): string {
  if (action === 'publish')
    return by === '' ? t('Goes live {time}', { time }) : t('Goes live {time}, by {by}', { time, by });
  return by === '' ? t('Will be withdrawn {time}', { time }) : t('Will be withdrawn {time}, by {by}', { time, by });
}

export function Coming({ coming, trails }: Pick<Overview, 'coming' | 'trails'>) {
  const left = coming.total - coming.items.length;
  return (
    <section className="card table-card" aria-labelledby="ahead">
      <Group justify="space-between" px="md" py="sm" wrap="nowrap">
        <Title order={2} id="ahead">
          {t('Coming up')}
        </Title>
        <PageAnchor to="/write" size="sm">
          {t('{live, plural, one {# live trail} other {# live trails}}', { live: trails.live })}
        </PageAnchor>
      </Group>
      {coming.items.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="lg">
          {trails.draft + trails.live === 0
            ? t('No trails yet. Your first trail and scheduled changes will appear here.')
            : t('Nothing is scheduled. Scheduled publications and unpublications will appear here.')}
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
                  {comingText(action, moment(run_at), scheduled_by)}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <Text size="sm" px="md" pb="md">
          <PageAnchor to="/write" search={{ only: 'schedule' }}>
            {t('{left, plural, one {# change} other {# changes}} more', { left })}
          </PageAnchor>
        </Text>
      )}
    </section>
  );
}
