// A to-do list, the most urgent first.
import { Group, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { MoreRows, useSomeRows } from '../parts/lists/some-rows.tsx';
import { PageAnchor } from '../parts/page/links.tsx';
import { t } from '../parts/texts/t.ts';
import { handOf } from './hands.ts';
import type { HandNeeded } from './overview-api.ts';

/** The number of items shown at first, so that the rest of the page stays visible. */
const FIRST = 8;

export function HandList({ hands }: { readonly hands: readonly HandNeeded[] }) {
  const { shown, left, showAll } = useSomeRows(hands, FIRST);
  return (
    <section className="card table-card" aria-labelledby="hands">
      <Group justify="space-between" px="md" py="sm">
        <Title order={2} id="hands">
          {t('Needs attention')}
        </Title>
        {hands.length > 0 && (
          <Text size="sm" c="dimmed" className="numbers">
            {hands.length}
          </Text>
        )}
      </Group>
      {hands.length === 0 ? (
        <Group gap="sm" px="md" pb="lg" wrap="nowrap" align="flex-start">
          <IconCircleCheck size={20} stroke={1.6} color="var(--cairn-fine)" style={{ flex: 'none' }} aria-hidden />
          <Text size="sm" c="dimmed">
            {t(
              'Nothing to do. Expiring tokens, refused changes, trails to review or approve, and failing examples will appear here.',
            )}
          </Text>
        </Group>
      ) : (
        <ul className="hand-list">
          {shown.map((needed) => (
            <HandRow key={`${needed.kind} ${needed.id}`} needed={needed} />
          ))}
        </ul>
      )}
      <MoreRows left={left} showAll={showAll} />
    </section>
  );
}

function HandRow({ needed }: { readonly needed: HandNeeded }) {
  const { tone, text, why, page, action } = handOf(needed);
  return (
    <li>
      <span className="status hand-dot" data-tone={tone}>
        <span className="status-dot" aria-hidden />
      </span>
      <div>
        <Text size="sm" fw={560} dir="auto">
          {text}
        </Text>
        <Text size="sm" c="dimmed" dir="auto">
          {why}
        </Text>
      </div>
      <PageAnchor {...page} size="sm" aria-label={`${action}: ${text}`}>
        {action}
      </PageAnchor>
    </li>
  );
}
