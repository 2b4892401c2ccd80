// The trails that a person sees, each with the reasons.
import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { memberTrails, type PersonsTrail, reasonText } from '../../api/audiences.ts';
import { Section } from '../../parts/forms/section.tsx';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';

export function PersonTrails({ userId }: { readonly userId: string }) {
  const trails = useInfiniteQuery(memberTrails(userId));
  return (
    <Section title={t('Trails this person sees, and why')} hint={t('In the order of their home page.')}>
      <Answered of={trails} rows={4}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0) return <Text c="dimmed">{t('No trails. Only active members see live trails.')}</Text>;
          return (
            <Rows
              label={t('Trails the person sees')}
              rows={rows}
              columns={COLUMNS}
              keyOf={({ trail }) => trail.id}
              pages={trails}
            />
          );
        }}
      </Answered>
    </Section>
  );
}

const COLUMNS: readonly Column<PersonsTrail>[] = [
  {
    heading: t('Trail'),
    width: 'minmax(0, 1fr)',
    cell: ({ trail }) => (
      <Text size="sm" fw={560} lineClamp={2} dir="auto">
        {trail.title}
      </Text>
    ),
  },
  {
    heading: t('Why'),
    width: 'minmax(0, 1fr)',
    cell: ({ reasons }) => (
      <Text size="sm" lineClamp={2} dir="auto">
        {reasons.map(reasonText).join('; ')}
      </Text>
    ),
  },
];
