// Twins: pairs of live trails whose descriptions are almost indistinguishable.
import { Group, Text, Title } from '@mantine/core';
import type { TrailHealth } from '../../api/evaluation.ts';
import { MoreRows, useSomeRows } from '../../parts/lists/some-rows.tsx';
import { t } from '../../parts/texts/t.ts';
import { HealthLink } from './health-link.tsx';

type Trail = TrailHealth['trail'];

interface TwinsProps {
  readonly trails: readonly TrailHealth[];
  /** True once all live trails have been evaluated. */
  readonly isDone: boolean;
}

export function Twins({ trails, isDone }: TwinsProps) {
  const pairs = pairsOf(trails);
  const { shown, left, showAll } = useSomeRows(pairs);
  return (
    <section className="card table-card" aria-labelledby="twins">
      <Group justify="space-between" px="md" py="sm">
        <Title order={2} id="twins">
          {t('Too alike')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('{pairs, plural, one {# pair} other {# pairs}}', { pairs: pairs.length })}
        </Text>
      </Group>
      {pairs.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {isDone
            ? t('None: the live trails differ clearly in purpose.')
            : t('None so far: the live trails differ clearly in purpose.')}
        </Text>
      ) : (
        <ul className="pair-list">
          {shown.map(([one, other]) => (
            <li key={`${one.id} ${other.id}`}>
              <HealthLink trail={one} />
              <Text span size="sm" c="dimmed">
                {t('and')}
              </Text>
              <HealthLink trail={other} />
            </li>
          ))}
        </ul>
      )}
      <MoreRows left={left} showAll={showAll} />
      {pairs.length > 0 && (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t('Merge them, or say in the moment and keywords of each what the other is for.')}
        </Text>
      )}
    </section>
  );
}

/** Each pair once, even if each trail names the other. */
function pairsOf(trails: readonly TrailHealth[]): (readonly [Trail, Trail])[] {
  const pairs = new Map<string, readonly [Trail, Trail]>();
  for (const { trail, twins } of trails)
    for (const twin of twins) {
      const key = [trail.id, twin.id].sort().join(' ');
      if (!pairs.has(key)) pairs.set(key, [trail, twin]);
    }
  return [...pairs.values()];
}
