// The directory view: everybody of the workspace, active or deprovisioned, from which source, with roles and manager.
import { Anchor, Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { connections } from '../api/connections.ts';
import { type Member, type MemberFilter, memberPages } from '../api/directory.ts';
import { Page } from '../parts/page.tsx';
import { PersonAvatar } from '../parts/person-avatar.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { Status } from '../parts/status.tsx';
import { AddMember } from './add-member.tsx';
import { Invitations } from './invitations.tsx';
import { ROLE_NAMES } from './role-names.ts';
import { RoleBadges } from './roles.tsx';

const NONE: MemberFilter = { q: '', status: '', source: '', role: '' };

export function MembersPage() {
  const [filter, setFilter] = useState(NONE);
  const [isAdding, adding] = useDisclosure(false);
  const [q] = useDebouncedValue(filter.q.trim(), 200);
  const members = useInfiniteQuery(memberPages({ ...filter, q }));
  const set = (part: Partial<MemberFilter>): void => setFilter((now) => ({ ...now, ...part }));
  const add = (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={adding.open}>
      Add person
    </Button>
  );
  return (
    <Page title="Members" lead="Everybody of the workspace, and where each comes from." actions={add}>
      <Invitations />
      <Filters filter={filter} set={set} />
      <Answered of={members}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0)
            return (
              <Empty title="Nobody matches">Take a filter away, or add a person by hand with the button above.</Empty>
            );
          const more = members.hasNextPage ? () => void members.fetchNextPage() : undefined;
          return (
            <Rows
              label="Members"
              rows={rows}
              columns={COLUMNS}
              keyOf={({ user_id }) => user_id}
              more={more}
              height={60}
            />
          );
        }}
      </Answered>
      <AddMember opened={isAdding} close={adding.close} />
    </Page>
  );
}

interface FiltersProps {
  readonly filter: MemberFilter;
  readonly set: (part: Partial<MemberFilter>) => void;
}

function Filters({ filter, set }: FiltersProps) {
  const sources = useQuery(connections);
  return (
    <Group gap="sm">
      <TextInput
        flex="1 1 220px"
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder="Name or e-mail address"
        aria-label="Search members"
        maxLength={200}
        value={filter.q}
        onChange={(event) => set({ q: event.currentTarget.value })}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        w={170}
        value={filter.status || null}
        onChange={(value) => set({ status: (value ?? '') as MemberFilter['status'] })}
        data={[
          { value: 'active', label: 'Active' },
          { value: 'deprovisioned', label: 'Deprovisioned' },
        ]}
      />
      <Select
        aria-label="Source"
        placeholder="Any source"
        clearable
        w={190}
        value={filter.source || null}
        onChange={(value) => set({ source: value ?? '' })}
        data={[
          { value: 'service', label: 'Managed in the service' },
          ...(sources.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        aria-label="Role"
        placeholder="Any role"
        clearable
        w={150}
        value={filter.role || null}
        onChange={(value) => set({ role: (value ?? '') as MemberFilter['role'] })}
        data={Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }))}
      />
    </Group>
  );
}

const COLUMNS: readonly Column<Member>[] = [
  {
    heading: 'Person',
    width: 'minmax(0, 2.4fr)',
    cell: ({ user_id, name, email }) => (
      <Group gap={10} wrap="nowrap" miw={0}>
        <PersonAvatar id={user_id} name={name || email || '?'} />
        <div style={{ minWidth: 0 }}>
          <Anchor component={Link} to={`/admin/members/${user_id}`} fw={560} c="inherit" truncate display="block">
            {name || email || 'Unnamed'}
          </Anchor>
          <Text size="sm" c="dimmed" truncate>
            {email ?? 'No e-mail address yet'}
          </Text>
        </div>
      </Group>
    ),
  },
  {
    heading: 'Status',
    width: '126px',
    cell: ({ status }) => (
      <Status tone={status === 'active' ? 'fine' : 'quiet'}>{status === 'active' ? 'Active' : 'Deprovisioned'}</Status>
    ),
  },
  { heading: 'Roles', width: 'minmax(0, 1.6fr)', cell: ({ roles }) => <RoleBadges roles={roles} /> },
  {
    heading: 'Source',
    width: 'minmax(0, 1fr)',
    cell: ({ source }) => (
      <Text size="sm" truncate>
        {source?.name ?? 'Service'}
      </Text>
    ),
  },
  {
    heading: 'Manager',
    width: 'minmax(0, 1fr)',
    cell: ({ manager }) => (
      <Text size="sm" truncate {...(manager === null && { c: 'dimmed' })}>
        {manager?.name ?? 'None'}
      </Text>
    ),
  },
];
