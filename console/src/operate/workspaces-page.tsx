// All workspaces of the service, for operators.

import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Team, teamPages } from '../api/service.ts';
import { NothingMatches } from '../parts/lists/nothing-matches.tsx';
import { type Column, Rows } from '../parts/lists/rows.tsx';
import { PageAnchor } from '../parts/page/links.tsx';
import { Page } from '../parts/page/page.tsx';
import { Answered, Empty } from '../parts/page/states.tsx';
import { PLANS } from '../parts/plans.ts';
import { onDay } from '../parts/texts/formats.ts';
import { t } from '../parts/texts/t.ts';
import { NewWorkspace } from './new-workspace.tsx';

export function WorkspacesPage() {
  const [text, setText] = useState('');
  const [isNew, creating] = useDisclosure(false);
  const [q] = useDebouncedValue(text.trim(), 200);
  const teams = useInfiniteQuery(teamPages(q));
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
      {t('New workspace')}
    </Button>
  );
  const isEmpty = q === '' && teams.data?.pages[0]?.items.length === 0;
  const isUnknown = q === '' && teams.isPending;
  return (
    <Page
      title={t('Workspaces')}
      lead={t('All workspaces of this service, with plan and seats.')}
      actions={isEmpty || isUnknown ? undefined : create}
    >
      <TextInput
        maw={360}
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder={t('Name')}
        aria-label={t('Search workspaces')}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Answered of={teams}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0)
            return q === '' ? (
              <Empty title={t('No workspaces yet')} action={create}>
                {t('Create the first one, with its Owner.')}
              </Empty>
            ) : (
              <NothingMatches showAll={() => setText('')}>{t('Try a shorter part of the name.')}</NothingMatches>
            );
          return (
            <Rows
              label={t('Workspaces')}
              rows={rows}
              columns={COLUMNS}
              keyOf={({ id }) => id}
              pages={teams}
              height={60}
            />
          );
        }}
      </Answered>
      <NewWorkspace opened={isNew} close={creating.close} />
    </Page>
  );
}

const COLUMNS: readonly Column<Team>[] = [
  {
    heading: t('Workspace'),
    width: 'minmax(0, 2fr)',
    cell: ({ id, name, owner }) => (
      <>
        <PageAnchor
          to="/operator/workspaces/$teamId"
          params={{ teamId: id }}
          fw={560}
          c="inherit"
          truncate
          display="block"
        >
          {name}
        </PageAnchor>
        <Text size="sm" c="dimmed" truncate>
          {owner.name || owner.email}
        </Text>
      </>
    ),
  },
  {
    heading: t('Plan'),
    width: '130px',
    cell: ({ plan }) => <Text size="sm">{PLANS[plan]}</Text>,
  },
  {
    heading: t('Seats'),
    width: '120px',
    cell: ({ seats_used, seat_limit }) => (
      <Text size="sm" className="numbers">
        {seat_limit === null
          ? t('{used}, no limit', { used: seats_used })
          : t('{used} of {limit}', { used: seats_used, limit: seat_limit })}
      </Text>
    ),
  },
  {
    heading: t('Trails'),
    width: '90px',
    cell: ({ trails_enabled }) => <Text size="sm">{trails_enabled ? t('On') : t('Off')}</Text>,
  },
  { heading: t('Since'), width: '130px', cell: ({ created_at }) => <Text size="sm">{onDay(created_at)}</Text> },
];
