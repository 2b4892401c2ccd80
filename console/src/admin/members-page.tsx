// The directory view: everybody of the workspace, active or deprovisioned, from which source, with roles and manager.
// Filter, search and sort stand in the address; who is chosen does not.
import { Button, Text } from '@mantine/core';
import { IconDownload, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { MEMBERS } from '../addresses.ts';
import { type MemberFilter, type MemberOrder, memberExport, memberPages, memberTotals } from '../api/directory.ts';
import { patiently } from '../api/patiently.ts';
import { useAddress } from '../parts/address.ts';
import { counted } from '../parts/counted.ts';
import { Page } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { Answered, Empty, Unanswered } from '../parts/states.tsx';
import type { Chosen } from './bulk-bar.tsx';
import { Invitations } from './invitations.tsx';
import { memberColumns } from './member-columns.tsx';
import type { MemberDialog } from './member-dialogs.tsx';
import { MemberFilters } from './member-filters.tsx';

// Loaded with the first that is opened, and with the first person who is chosen.
const MemberDialogs = lazy(() =>
  patiently(() => import('./member-dialogs.tsx')).then((file) => ({ default: file.MemberDialogs })),
);
const BulkBar = lazy(() => patiently(() => import('./bulk-bar.tsx')).then((file) => ({ default: file.BulkBar })));

export function MembersPage() {
  const [{ sort, ...filter }, go] = useAddress(MEMBERS);
  const [dialog, setDialog] = useState<MemberDialog>();
  const [wasOpen, setWasOpen] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const [wasChosen, setWasChosen] = useState(false);
  const asked = filter as MemberFilter;
  const order = sort as MemberOrder;
  const members = useInfiniteQuery(memberPages(asked, order));
  const totals = useQuery(memberTotals(asked));
  const open = (next: MemberDialog): void => {
    setDialog(next);
    setWasOpen(true);
  };
  const add = (
    <>
      <Button
        component="a"
        href={memberExport(asked, order)}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Export CSV
      </Button>
      <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => open('import')}>
        Import CSV
      </Button>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => open('add')}>
        Add person
      </Button>
    </>
  );
  return (
    <Page title="Members" lead="Everybody of the workspace, and where each comes from." actions={add}>
      <Invitations />
      <MemberFilters filter={asked} set={(part) => go(part)} />
      <Unanswered of={totals} />
      {chosen.size === 0 && (
        <Text size="sm" c="dimmed" role="status" mih={22}>
          {totals.data !== undefined &&
            `${counted(totals.data.people, 'person', 'people')}: ${totals.data.active.toLocaleString()} active, ${totals.data.deprovisioned.toLocaleString()} deprovisioned`}
        </Text>
      )}
      {wasChosen && (
        <Suspense>
          <BulkBar chosen={chosen} clear={() => setChosen(new Map())} />
        </Suspense>
      )}
      <Answered of={members}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0)
            return (
              <Empty title="Nobody matches">Take a filter away, or add a person by hand with the button above.</Empty>
            );
          const choose = (ids: readonly string[], isChosen: boolean): void => {
            const next = new Map(chosen);
            for (const { user_id, name, email } of rows.filter((row) => ids.includes(row.user_id))) {
              if (isChosen) next.set(user_id, { name, email });
              else next.delete(user_id);
            }
            setChosen(next);
            setWasChosen(true);
          };
          const columns = memberColumns(
            { chosen: new Set(chosen.keys()), choose, ids: rows.map(({ user_id }) => user_id) },
            { sort: order, setSort: (next) => go({ sort: next }) },
          );
          return (
            <Rows
              label="Members"
              rows={rows}
              columns={columns}
              keyOf={({ user_id }) => user_id}
              more={members.hasNextPage ? () => void members.fetchNextPage() : undefined}
              height={40}
            />
          );
        }}
      </Answered>
      {wasOpen && (
        <Suspense>
          <MemberDialogs dialog={dialog} close={() => setDialog(undefined)} />
        </Suspense>
      )}
    </Page>
  );
}
