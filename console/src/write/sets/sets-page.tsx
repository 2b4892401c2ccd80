// The sets of trails in the order of the home page.
import { Button, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isBlank } from '../../../../src/base/text.ts';
import { useChange } from '../../api/change.ts';
import { createSet, orderSets, type TrailSet, trailSets } from '../../api/sets.ts';
import { MakingDialog, useMaking } from '../../parts/dialogs/making-dialog.tsx';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Empty } from '../../parts/page/states.tsx';
import { inDigits } from '../../parts/texts/digits.ts';
import { t } from '../../parts/texts/t.ts';
import { OrderButtons } from './order-buttons.tsx';

export function SetsPage() {
  const { data } = useSuspenseQuery(trailSets);
  const [isNew, creating] = useDisclosure(false);
  const ids = data.items.map(({ id }) => id);
  const ordering = useChange((ordered: string[]) => orderSets(ordered, ids), { refresh: [['sets']] });
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
      {t('New set')}
    </Button>
  );
  return (
    <Page
      title={t('Sets of trails')}
      lead={t('Trails that belong together, such as those for new colleagues in sales.')}
      crumbs={[{ label: t('Trails'), to: '/write' }]}
      actions={data.items.length > 0 && create}
    >
      {data.items.length === 0 ? (
        <Empty title={t('No sets yet')} action={create}>
          {t('A set has a name, an order and an audience. People find it on their home page.')}
        </Empty>
      ) : (
        <Rows
          label={t('Sets of trails')}
          rows={data.items}
          columns={[
            ...COLUMNS,
            {
              heading: t('Order'),
              isAct: true,
              width: '76px',
              cell: ({ id, name }) => (
                <OrderButtons {...{ id, ids, name }} isPending={ordering.isPending} order={ordering.mutate} />
              ),
            },
          ]}
          keyOf={({ id }) => id}
          height={48}
        />
      )}
      <NewSet opened={isNew} close={creating.close} />
    </Page>
  );
}

const COLUMNS: readonly Column<TrailSet>[] = [
  {
    heading: t('Set'),
    width: 'minmax(0, 3fr)',
    cell: ({ id, name }) => (
      <PageAnchor
        to="/write/sets/$setId"
        params={{ setId: id }}
        fw={560}
        size="sm"
        c="inherit"
        truncate
        display="block"
        dir="auto"
      >
        {name}
      </PageAnchor>
    ),
  },
  {
    heading: t('Trails'),
    width: '90px',
    cell: ({ trail_count }) => <Text size="sm">{inDigits(trail_count)}</Text>,
  },
  {
    heading: t('For'),
    width: '110px',
    cell: ({ audience_count }) => (
      <Text size="sm" c="dimmed">
        {audience_count === 0 ? t('Everyone') : t('{audienceCount} granted', { audienceCount: audience_count })}
      </Text>
    ),
  },
];

function NewSet({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const navigate = useNavigate();
  const making = useMaking(NAMELESS, {
    make: ({ name }) => createSet(name.trim()),
    names: ['name'],
    slugs: { conflict: 'name' },
    refresh: [['sets', 'list']],
    close,
    after: ({ id }) => void navigate({ to: '/write/sets/$setId', params: { setId: id } }),
  });
  return (
    <MakingDialog
      making={making}
      opened={opened}
      title={t('New set of trails')}
      button={t('Create set')}
      isReady={!isBlank(making.fields.name)}
    >
      <TextInput label={t('Name')} required maxLength={120} {...making.text('name', 'name')} />
    </MakingDialog>
  );
}

const NAMELESS = { name: '' };
