// The members of a group. They can be edited only if the service manages the group.
import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showSuccess, useChange } from '../../api/change.ts';
import { changeGroupMembers, type GroupMember, type GroupPage, groupMembers } from '../../api/directory.ts';
import { offerUndo } from '../../parts/dialogs/undo.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { RemoveButton } from '../../parts/lists/remove-button.tsx';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { Status } from '../../parts/page/status.tsx';
import { countedPeople } from '../../parts/texts/counted.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { t } from '../../parts/texts/t.ts';
import { PersonPicker } from '../person-picker.tsx';

export function GroupPeople({ group }: { readonly group: GroupPage }) {
  const members = useInfiniteQuery(groupMembers(group.id));
  const [chosen, choose] = useState<string | null>(null);
  const refresh = [['groups'], ['members']];
  const change = (body: { add?: string[]; remove?: string[] }) => changeGroupMembers(group.id, body);
  const adding = useChange(change, { refresh, done: t('Added.'), after: () => choose(null) });
  // Does not clear the selection for the next person.
  const changing = useChange(change, { refresh, done: ({ added }) => (added > 0 ? t('Back again.') : undefined) });
  const isOwn = group.source === null;
  const remove = ({ user_id, name, email }: GroupMember): Promise<void> => {
    const sentence = t('{name} is no longer in the group.', { name: name || email });
    const undo = (): void => changing.mutate({ add: [user_id] });
    return changing.mutateAsync({ remove: [user_id] }).then(
      // Offer Undo only if this request removed the person, not if another admin already had.
      ({ removed }) => void (removed > 0 ? offerUndo(sentence, undo) : showSuccess(sentence)),
      () => undefined,
    );
  };
  const columns = isOwn ? [...COLUMNS, removal(remove)] : COLUMNS;
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
      <Answered of={members} rows={3}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0) return <Text c="dimmed">{t('No one is in it yet.')}</Text>;
          return (
            <Rows
              label={t('Members of the group')}
              rows={rows}
              columns={columns}
              keyOf={({ user_id }) => user_id}
              pages={members}
            />
          );
        }}
      </Answered>
    </Section>
  );
}

const COLUMNS: readonly Column<GroupMember>[] = [
  {
    heading: t('Person'),
    width: 'minmax(0, 2fr)',
    cell: ({ user_id, name, email }) => (
      <PageAnchor
        to="/admin/members/$userId"
        params={{ userId: user_id }}
        size="sm"
        c="inherit"
        lineClamp={2}
        dir="auto"
      >
        {name || email || t('Unnamed')}
      </PageAnchor>
    ),
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
    heading: t('Since'),
    width: '104px',
    cell: ({ added_at }) => (
      <Text size="sm">
        <Instant at={added_at} />
      </Text>
    ),
  },
];

const removal = (remove: (member: GroupMember) => Promise<void>): Column<GroupMember> => ({
  heading: t('Remove'),
  isAct: true,
  width: '64px',
  cell: (member) => (
    <RemoveButton label={t('Remove {member}', { member: member.name || member.email })} remove={() => remove(member)} />
  ),
});
