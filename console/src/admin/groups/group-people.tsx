// The members of a group, with a search. They can be edited only if the service manages the group.
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MEMBERS } from '../../addresses.ts';
import { showSuccess, useChange } from '../../api/change.ts';
import {
  changeGroupMembers,
  type GroupPage,
  type Member,
  type MemberFilter,
  memberPages,
} from '../../api/directory.ts';
import { offerUndo } from '../../parts/dialogs/undo.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { RemoveButton } from '../../parts/lists/remove-button.tsx';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { valueIn } from '../../parts/page/address.ts';
import { Answered } from '../../parts/page/states.tsx';
import { Status } from '../../parts/page/status.tsx';
import { countedPeople } from '../../parts/texts/counted.ts';
import { t } from '../../parts/texts/t.ts';
import { PersonLine } from '../people/member-columns.tsx';
import { PersonPicker } from '../person-picker.tsx';

export function GroupPeople({ group }: { readonly group: GroupPage }) {
  const [chosen, choose] = useState<string | null>(null);
  const refresh = [['groups'], ['members']];
  const change = (body: { add?: string[]; remove?: string[] }) => changeGroupMembers(group.id, body);
  const adding = useChange(change, { refresh, done: t('Added.'), after: () => choose(null) });
  // Does not clear the selection for the next person.
  const changing = useChange(change, { refresh, done: ({ added }) => (added > 0 ? t('Back again.') : undefined) });
  const isOwn = group.source === null;
  const remove = ({ user_id, name, email }: Member): Promise<void> => {
    const sentence = t('{name} is no longer in the group.', { name: name || email });
    const undo = (): void => changing.mutate({ add: [user_id] });
    return changing.mutateAsync({ remove: [user_id] }).then(
      // Offer Undo only if this request removed the person, not if another admin already had.
      ({ removed }) => void (removed > 0 ? offerUndo(sentence, undo) : showSuccess(sentence)),
      () => undefined,
    );
  };
  return (
    <Section
      title={t('Members: {people}', { people: countedPeople(group.active_count, group.member_count) })}
      hint={
        isOwn
          ? t('Managed here.')
          : t('Edit members in the identity provider, or disconnect the group to edit them here.')
      }
    >
      {isOwn && (
        <Group align="flex-end">
          <PersonPicker label={t('Add a member')} value={chosen} onChange={choose} />
          <Button
            variant="default"
            disabled={chosen === null}
            loading={adding.isPending}
            onClick={() => chosen !== null && adding.mutate({ add: [chosen] })}
          >
            {t('Add')}
          </Button>
        </Group>
      )}
      <People group={group} columns={isOwn ? [...COLUMNS, removal(remove)] : COLUMNS} />
    </Section>
  );
}

interface PeopleProps {
  readonly group: GroupPage;
  readonly columns: readonly Column<Member>[];
}

function People({ group, columns }: PeopleProps) {
  const [filter, setFilter] = useState<GroupFilter>({ q: '', status: '' });
  const members = useInfiniteQuery(memberPages({ ...filter, group_id: group.id }, 'name'));
  return (
    <>
      {group.member_count > SEARCHED_FROM && <Filters filter={filter} set={setFilter} />}
      <Answered of={members} rows={3}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0)
            return (
              <Text c="dimmed" role="status">
                {group.member_count === 0 ? t('No one is in it yet.') : t('No one in the group matches.')}
              </Text>
            );
          return (
            <Rows
              label={t('Members of the group')}
              rows={rows}
              columns={columns}
              keyOf={({ user_id }) => user_id}
              pages={members}
              height={40}
            />
          );
        }}
      </Answered>
    </>
  );
}

type GroupFilter = Pick<MemberFilter, 'q' | 'status'>;

/** Fewer people are seen at a glance. */
const SEARCHED_FROM = 8;

interface FiltersProps {
  readonly filter: GroupFilter;
  readonly set: (filter: GroupFilter) => void;
}

const Filters = ({ filter, set }: FiltersProps) => (
  <Group gap="sm">
    <SearchField
      label={t('Search the group')}
      placeholder={t('Name or e-mail address')}
      q={filter.q}
      search={(q) => set({ ...filter, q })}
    />
    <NativeSelect
      aria-label={t('Status')}
      value={filter.status}
      onChange={(event) => set({ ...filter, status: valueIn(MEMBERS.status, event.currentTarget.value) })}
      data={[
        { value: '', label: t('Any status') },
        { value: 'active', label: t('Active') },
        { value: 'deprovisioned', label: t('Deprovisioned') },
      ]}
    />
  </Group>
);

const COLUMNS: readonly Column<Member>[] = [
  {
    heading: t('Person'),
    width: 'minmax(0, 3fr)',
    cell: (person) => <PersonLine {...person} />,
  },
  {
    heading: t('Status'),
    width: '112px',
    cell: ({ status }) => (
      <Status tone={status === 'active' ? 'fine' : 'quiet'}>
        {status === 'active' ? t('Active') : t('Deprovisioned')}
      </Status>
    ),
  },
  {
    heading: t('Manager'),
    drop: 1,
    width: 'minmax(0, 1fr)',
    cell: ({ manager }) =>
      manager !== null && (
        <Text size="sm" truncate dir="auto">
          {manager.name}
        </Text>
      ),
  },
];

const removal = (remove: (member: Member) => Promise<void>): Column<Member> => ({
  heading: t('Remove'),
  isAct: true,
  width: '64px',
  cell: (member) => (
    <RemoveButton label={t('Remove {member}', { member: member.name || member.email })} remove={() => remove(member)} />
  ),
});
