// The columns of the members' table: a box to choose each person, names and days that sort.
import { Anchor, Checkbox, Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Member, MemberOrder } from '../api/directory.ts';
import { Instant } from '../parts/instant.tsx';
import { PersonAvatar } from '../parts/person-avatar.tsx';
import type { Column } from '../parts/rows.tsx';
import { Status } from '../parts/status.tsx';
import { RoleBadges } from './roles.tsx';

interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: readonly string[], isChosen: boolean) => void;
  /** Those that the table has so far. */
  readonly ids: readonly string[];
}

interface Sorting {
  readonly sort: MemberOrder;
  readonly setSort: (sort: MemberOrder) => void;
}

export const memberColumns = (choice: Choice, sorting: Sorting): readonly Column<Member>[] => [
  {
    heading: 'Choose',
    width: '28px',
    control: <ChooseAll {...choice} />,
    cell: ({ user_id, name, email }) => (
      <Checkbox
        size="xs"
        aria-label={`Choose ${name || email || 'somebody without a name'}`}
        checked={choice.chosen.has(user_id)}
        onChange={(event) => choice.choose([user_id], event.currentTarget.checked)}
      />
    ),
  },
  {
    heading: 'Person',
    width: 'minmax(0, 2.4fr)',
    ...sortable('name', 'Person', sorting),
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
  { heading: 'Roles', width: 'minmax(0, 1.4fr)', cell: ({ roles }) => <RoleBadges roles={roles} /> },
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
  {
    heading: 'Joined',
    width: '110px',
    ...sortable('joined_at', 'Joined', sorting),
    cell: ({ joined_at }) => (
      <Text size="sm">
        <Instant at={joined_at} />
      </Text>
    ),
  },
];

function ChooseAll({ chosen, choose, ids }: Choice) {
  const count = ids.filter((id) => chosen.has(id)).length;
  return (
    <Checkbox
      size="xs"
      aria-label="Choose everybody listed so far"
      checked={count > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={(event) => choose(ids, event.currentTarget.checked)}
    />
  );
}

function sortable(
  key: 'name' | 'joined_at',
  label: string,
  { sort, setSort }: Sorting,
): Pick<Column<Member>, 'control' | 'sorted'> {
  const isHere = sort === key || sort === `-${key}`;
  const isDown = sort === `-${key}`;
  const Arrow = isDown ? IconChevronDown : IconChevronUp;
  return {
    sorted: isHere ? (isDown ? 'descending' : 'ascending') : undefined,
    control: (
      <UnstyledButton className="sorter" onClick={() => setSort(isHere && !isDown ? `-${key}` : key)}>
        {label}
        {isHere && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    ),
  };
}
