// Groups, managed in the service or synced from a connection.

import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isBlank } from '../../../../src/base/text.ts';
import { GROUPS } from '../../addresses.ts';
import { createGroup, type Group as GroupRow, groupPages, sourceName } from '../../api/directory.ts';
import { MakingDialog, useMaking } from '../../parts/dialogs/making-dialog.tsx';
import { NothingMatches } from '../../parts/lists/nothing-matches.tsx';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { useAddress } from '../../parts/page/address.ts';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Answered, Empty } from '../../parts/page/states.tsx';
import { inDigits } from '../../parts/texts/digits.ts';
import { t } from '../../parts/texts/t.ts';
import { RoleBadges } from '../people/role-badges.tsx';

export function GroupsPage() {
  const [{ q }, go] = useAddress(GROUPS);
  const [isNew, creating] = useDisclosure(false);
  const groups = useInfiniteQuery(groupPages({ q, source: '' }));
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
      {t('New group')}
    </Button>
  );
  const isEmpty = q === '' && groups.data?.pages[0]?.items.length === 0;
  const isUnknown = q === '' && groups.isPending;
  return (
    <Page
      title={t('Groups')}
      lead={t('Every member of a group gets its roles.')}
      actions={isEmpty || isUnknown ? undefined : create}
    >
      {!isEmpty && (
        <Group maw={360}>
          <SearchField label={t('Search groups')} placeholder={t('Name')} q={q} search={(text) => go({ q: text })} />
        </Group>
      )}
      <Answered of={groups}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0)
            return q === '' ? (
              <Empty title={t('No groups yet')} action={create}>
                {t('Push groups from your identity provider, or create one here and add people to it.')}
              </Empty>
            ) : (
              <NothingMatches showAll={() => go({ q: '' })}>{t('Try a shorter part of the name.')}</NothingMatches>
            );
          return (
            <Rows label={t('Groups')} rows={rows} columns={COLUMNS} keyOf={({ id }) => id} pages={groups} height={40} />
          );
        }}
      </Answered>
      <NewGroup opened={isNew} close={creating.close} />
    </Page>
  );
}

const COLUMNS: readonly Column<GroupRow>[] = [
  {
    heading: t('Group'),
    width: 'minmax(0, 2.4fr)',
    cell: ({ id, display_name, description }) => (
      <Group gap={10} wrap="nowrap" className="group-line">
        <PageAnchor
          to="/admin/groups/$groupId"
          params={{ groupId: id }}
          fw={560}
          size="sm"
          c="inherit"
          truncate
          dir="auto"
        >
          {display_name}
        </PageAnchor>
        <Text size="sm" c="dimmed" truncate dir="auto">
          {description}
        </Text>
      </Group>
    ),
  },
  {
    heading: t('Members'),
    width: '100px',
    cell: ({ active_count }) => (
      <Text size="sm" className="numbers">
        {inDigits(active_count)}
      </Text>
    ),
  },
  {
    heading: t('Roles'),
    width: 'minmax(0, 1.6fr)',
    cell: ({ roles }) =>
      roles.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('None')}
        </Text>
      ) : (
        <RoleBadges roles={roles} />
      ),
  },
  {
    heading: t('Owned by'),
    width: 'minmax(0, 1.2fr)',
    cell: ({ source }) => (
      <Text size="sm" c={source === null ? 'dimmed' : 'inherit'} truncate dir="auto">
        {sourceName(source)}
      </Text>
    ),
  },
];

function NewGroup({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const navigate = useNavigate();
  const making = useMaking(NAMELESS, {
    make: ({ name }) => createGroup({ display_name: name.trim() }),
    names: ['display_name'],
    slugs: { conflict: 'display_name' },
    refresh: [['groups']],
    close,
    after: ({ id }) => void navigate({ to: '/admin/groups/$groupId', params: { groupId: id } }),
  });
  const { name } = making.fields;
  return (
    <MakingDialog
      making={making}
      opened={opened}
      title={t('New group')}
      button={t('Make group')}
      isReady={!isBlank(name)}
    >
      <TextInput
        label={t('Name')}
        description={t('If your identity provider later pushes a group with this name, it takes over this one.')}
        required
        {...making.text('name', 'display_name')}
      />
    </MakingDialog>
  );
}

const NAMELESS = { name: '' };
