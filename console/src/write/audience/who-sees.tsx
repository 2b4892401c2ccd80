// The people who see a trail while it is live, each with the reasons.
import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AudiencePerson, reasonText, trailAudience } from '../../api/audiences.ts';
import { Section } from '../../parts/forms/section.tsx';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { nameOf } from './grantee-rows.tsx';

export function WhoSees({ trailId, isLive }: { readonly trailId: string; readonly isLive: boolean }) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 250);
  const audience = useInfiniteQuery(trailAudience(trailId, q));
  return (
    <Section
      title={t('People who see it, and why')}
      hint={isLive ? t('Active members of the workspace, right now.') : t('They will see it once it is live.')}
    >
      <TextInput
        maw={360}
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder={t('Name or e-mail address')}
        aria-label={t('Search the people who see it')}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Answered of={audience} rows={3}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          return (
            <>
              <Text size="sm" c="dimmed" role="status">
                {t('{total, plural, one {# person} other {# people}}', { total: pages[0]?.total ?? 0 })}
              </Text>
              {rows.length === 0 ? (
                <Text c="dimmed">{q === '' ? t('No one sees it yet.') : t('No one with this name sees it.')}</Text>
              ) : (
                <Rows
                  label={t('People who see it')}
                  rows={rows}
                  columns={COLUMNS}
                  keyOf={({ user_id }) => user_id}
                  pages={audience}
                />
              )}
            </>
          );
        }}
      </Answered>
    </Section>
  );
}

const COLUMNS: readonly Column<AudiencePerson>[] = [
  {
    heading: t('Person'),
    width: 'minmax(0, 1fr)',
    cell: (person) => (
      <PageAnchor
        to="/admin/members/$userId"
        params={{ userId: person.user_id }}
        size="sm"
        c="inherit"
        truncate
        display="block"
        dir="auto"
      >
        {nameOf(person)}
      </PageAnchor>
    ),
  },
  {
    heading: t('Why'),
    width: 'minmax(0, 2fr)',
    cell: ({ reasons }) => (
      <Text size="sm" lineClamp={2} dir="auto">
        {reasons.map(reasonText).join('; ')}
      </Text>
    ),
  },
];
