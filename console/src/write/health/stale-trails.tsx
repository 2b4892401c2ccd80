// Live trails to look at again, because their review is due or they have not been used for a long time.

import { SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { staleTrails } from '../../api/evaluation.ts';
import { MoreRows, useSomeRows } from '../../parts/lists/some-rows.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { Status } from '../../parts/page/status.tsx';
import { inDigits } from '../../parts/texts/digits.ts';
import { onDay } from '../../parts/texts/formats.ts';
import { t } from '../../parts/texts/t.ts';
import { HealthLink } from './health-link.tsx';

export function StaleTrails() {
  const stale = useQuery(staleTrails);
  return (
    <Answered of={stale} rows={3}>
      {({ reviews, unsafe, unused }) => (
        <SimpleGrid cols={{ base: 1, md: unused === null ? 1 : 2 }} spacing="lg">
          <List
            id="due"
            title={t('To be reviewed')}
            total={reviews.total}
            none={t("No reviews are due. Each trail's own page shows its review date.")}
            rows={reviews.items.map(({ id, title, review_by }) => ({
              trail: { id, title },
              note: <Status tone="attention">{t('by {day}', { day: onDay(review_by) })}</Status>,
            }))}
          />
          <List
            id="unsafe"
            title={t('Safety findings in live trails')}
            total={unsafe.total}
            none={t('No live trail has a safety finding by the current settings.')}
            rows={unsafe.items.map(({ id, title, errors, warnings }) => ({
              trail: { id, title },
              note: (
                <Status tone={errors > 0 ? 'trouble' : 'attention'}>
                  {t('{count, plural, one {# finding} other {# findings}}', { count: errors + warnings })}
                </Status>
              ),
            }))}
          />
          {unused !== null && (
            <List
              id="unused"
              title={t('Not used for {days} days', { days: unused.days })}
              total={unused.total}
              none={t('Every trail that has been live that long was used.')}
              rows={unused.items.map(({ id, title, published_at }) => ({
                trail: { id, title },
                note: (
                  <Text span size="sm" c="dimmed">
                    {t('live since {day}', { day: onDay(published_at) })}
                  </Text>
                ),
              }))}
            />
          )}
        </SimpleGrid>
      )}
    </Answered>
  );
}

interface ListProps {
  readonly id: string;
  readonly title: string;
  readonly total: number;
  readonly none: string;
  readonly rows: readonly {
    readonly trail: { readonly id: string; readonly title: string };
    readonly note: ReactNode;
  }[];
}

function List({ id, title, total, none, rows }: ListProps) {
  const { shown, left, showAll } = useSomeRows(rows, 8);
  return (
    <section className="card table-card" aria-labelledby={id}>
      <div className="list-head">
        <Title order={2} id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" className="numbers">
          {inDigits(total)}
        </Text>
      </div>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {none}
        </Text>
      ) : (
        <ul className="pair-list" data-apart>
          {shown.map(({ trail, note }) => (
            <li key={trail.id}>
              <HealthLink trail={trail} tab="access" />
              {note}
            </li>
          ))}
        </ul>
      )}
      <MoreRows left={left} showAll={showAll} />
    </section>
  );
}
