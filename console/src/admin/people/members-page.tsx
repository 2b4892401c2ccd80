// All members of the workspace, active or deprovisioned, with source, roles and manager. Filters, search and sort order
// are in the URL, the selection is not.
import { Button, Text } from '@mantine/core';
import { IconDownload, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { MEMBERS } from '../../addresses.ts';
import { type MemberFilter, memberExport, memberPages, memberTotals, type NamedPerson } from '../../api/directory.ts';
import { NothingMatches } from '../../parts/lists/nothing-matches.tsx';
import { Rows } from '../../parts/lists/rows.tsx';
import { useAddress, valuesOf } from '../../parts/page/address.ts';
import { late } from '../../parts/page/late.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Answered, Unanswered } from '../../parts/page/states.tsx';
import { countedPeople } from '../../parts/texts/counted.ts';
import { t } from '../../parts/texts/t.ts';
import type { Chosen } from './bulk-bar.tsx';
import { Invitations } from './invitations.tsx';
import { memberColumns, type Sorting } from './member-columns.tsx';
import type { MemberDialog } from './member-dialogs.tsx';
import { MemberFilters } from './member-filters.tsx';

// Loaded on first use.
const MemberDialogs = late(() => import('./member-dialogs.tsx').then((file) => file.MemberDialogs));
const BulkBar = late(() => import('./bulk-bar.tsx').then((file) => file.BulkBar));

export function MembersPage() {
  const [{ sort, ...filter }, go] = useAddress(MEMBERS);
  const [dialog, setDialog] = useState<MemberDialog>();
  const [wasOpen, setWasOpen] = useState(false);
  const choice = useChoice();
  const open = (next: MemberDialog): void => {
    setDialog(next);
    setWasOpen(true);
  };
  return (
    <Page
      title={t('Members')}
      lead={t('Everyone in the workspace, and where they come from.')}
      actions={<Actions csv={memberExport(filter, sort)} open={open} />}
    >
      <Invitations />
      <MemberFilters filter={filter} set={go} />
      <Totals filter={filter} isShown={choice.chosen.size === 0} />
      {choice.wasMade && (
        <Suspense>
          <BulkBar filter={filter} sort={sort} {...choice} />
        </Suspense>
      )}
      <Members
        filter={filter}
        showAll={() => go({ ...valuesOf(MEMBERS, {}), sort })}
        sorting={{ sort, setSort: (next) => go({ sort: next }) }}
        choice={choice}
      />
      {wasOpen && (
        <Suspense>
          <MemberDialogs dialog={dialog} close={() => setDialog(undefined)} drop={() => setWasOpen(false)} />
        </Suspense>
      )}
    </Page>
  );
}

/** The selected people by id. Changing the filter keeps the selection. */
function useChoice() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const [wasMade, setWasMade] = useState(false);
  return {
    chosen,
    /** True once someone has been selected. The bulk actions load then. */
    wasMade,
    choose: (people: readonly NamedPerson[], isChosen: boolean): void => {
      const next = new Map(chosen);
      for (const { user_id, name, email } of people) {
        if (isChosen) next.set(user_id, { name, email });
        else next.delete(user_id);
      }
      setChosen(next);
      setWasMade(true);
    },
    clear: () => setChosen(new Map()),
  };
}

interface ActionsProps {
  /** The URL of the list as a CSV file. */
  readonly csv: string;
  readonly open: (dialog: MemberDialog) => void;
}

const Actions = ({ csv, open }: ActionsProps) => (
  <>
    <Button component="a" href={csv} download variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
      {t('Export CSV')}
    </Button>
    <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => open('import')}>
      {t('Import CSV')}
    </Button>
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => open('add')}>
      {t('Add person')}
    </Button>
  </>
);

function Totals({ filter, isShown }: { readonly filter: MemberFilter; readonly isShown: boolean }) {
  const totals = useQuery(memberTotals(filter));
  const { data } = totals;
  return (
    <>
      <Unanswered of={totals} />
      {isShown && (
        <Text size="sm" c="dimmed" role="status" mih={22}>
          {data !== undefined && data.people > 0 && countedPeople(data.active, data.people)}
        </Text>
      )}
    </>
  );
}

interface MembersProps {
  readonly filter: MemberFilter;
  readonly showAll: () => void;
  readonly sorting: Sorting;
  readonly choice: ReturnType<typeof useChoice>;
}

function Members({ filter, showAll, sorting, choice: { chosen, choose } }: MembersProps) {
  const members = useInfiniteQuery(memberPages(filter, sorting.sort));
  return (
    <Answered of={members}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0)
          return (
            <NothingMatches title={t('No one matches')} showAll={showAll}>
              {t('Remove a filter, or add a person with the button above.')}
            </NothingMatches>
          );
        return (
          <Rows
            label={t('Members')}
            rows={rows}
            columns={memberColumns({ chosen, choose, listed: rows }, sorting)}
            keyOf={({ user_id }) => user_id}
            pages={members}
            height={40}
          />
        );
      }}
    </Answered>
  );
}
