// The directory view: everybody of the workspace, active or deprovisioned, from which source, with roles and manager.
// Filter, search and sort stand in the address; who is chosen does not.
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MEMBERS } from '../addresses.ts';
import { type MemberFilter, type MemberOrder, memberExport, memberPages, memberTotals } from '../api/directory.ts';
import { useAddress } from '../parts/address.ts';
import { counted } from '../parts/counted.ts';
import { Page } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { AddMember } from './add-member.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ImportMembers } from './import-members.tsx';
import { Invitations } from './invitations.tsx';
import { memberColumns } from './member-columns.tsx';
import { MemberFilters } from './member-filters.tsx';

export function MembersPage() {
  const [{ sort, ...filter }, go] = useAddress(MEMBERS);
  const [isAdding, adding] = useDisclosure(false);
  const [isImporting, importing] = useDisclosure(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = filter as MemberFilter;
  const order = sort as MemberOrder;
  const members = useInfiniteQuery(memberPages(asked, order));
  const totals = useQuery(memberTotals(asked));
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
      <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={importing.open}>
        Import CSV
      </Button>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={adding.open}>
        Add person
      </Button>
    </>
  );
  return (
    <Page title="Members" lead="Everybody of the workspace, and where each comes from." actions={add}>
      <Invitations />
      <MemberFilters filter={asked} set={(part) => go(part)} />
      {chosen.size === 0 && (
        <Text size="sm" c="dimmed" role="status" mih={22}>
          {totals.data !== undefined &&
            `${counted(totals.data.people, 'person', 'people')}: ${totals.data.active.toLocaleString()} active, ${totals.data.deprovisioned.toLocaleString()} deprovisioned`}
        </Text>
      )}
      <BulkBar chosen={chosen} clear={() => setChosen(new Map())} />
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
              if (isChosen) next.set(user_id, name || email || 'Somebody without a name');
              else next.delete(user_id);
            }
            setChosen(next);
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
              height={56}
            />
          );
        }}
      </Answered>
      <AddMember opened={isAdding} close={adding.close} />
      <ImportMembers opened={isImporting} close={importing.close} />
    </Page>
  );
}
