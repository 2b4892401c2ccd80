// The columns of the member table: a checkbox, names and dates that sort.
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type Member, type MemberOrder, sourceName } from '../../api/directory.ts';
import type { Column } from '../../parts/lists/rows.tsx';
import { TickBox } from '../../parts/lists/tick-box.tsx';
import { aboutPerson, PersonAvatar } from '../../parts/page/person-avatar.tsx';
import { Status } from '../../parts/page/status.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { t } from '../../parts/texts/t.ts';
import { RoleBadges } from './role-badges.tsx';

interface Choice {
  readonly chosen: ReadonlyMap<string, unknown>;
  readonly choose: (people: readonly Member[], isChosen: boolean) => void;
  /** The rows loaded so far. */
  readonly listed: readonly Member[];
}

export interface Sorting {
  readonly sort: MemberOrder;
  readonly setSort: (sort: MemberOrder) => void;
}

export const memberColumns = (choice: Choice, sorting: Sorting): readonly Column<Member>[] => [
  {
    heading: t('Choose'),
    width: '28px',
    control: <ChooseAll {...choice} />,
    cell: (person) => (
      <TickBox
        label={t('Choose {person}', { person: person.name || person.email || t('someone without a name') })}
        isTicked={choice.chosen.has(person.user_id)}
        onTick={(isTicked) => choice.choose([person], isTicked)}
      />
    ),
  },
  {
    heading: t('Person'),
    width: 'minmax(0, 3fr)',
    ...sortable('name', t('Person'), sorting),
    cell: (person) => <PersonLine {...person} />,
  },
  {
    heading: t('Status'),
    width: '126px',
    cell: ({ status }) => (
      <Status tone={status === 'active' ? 'fine' : 'quiet'}>
        {status === 'active' ? t('Active') : t('Deprovisioned')}
      </Status>
    ),
  },
  { heading: t('Roles'), width: 'minmax(0, 1.4fr)', cell: ({ roles }) => <RoleBadges roles={roles} /> },
  {
    heading: t('Source'),
    drop: 2,
    width: 'minmax(0, 1fr)',
    cell: ({ source }) => <NameText name={sourceName(source)} isQuiet={source === null} />,
  },
  {
    heading: t('Manager'),
    drop: 3,
    width: 'minmax(0, 1fr)',
    cell: ({ manager }) => manager !== null && <NameText name={manager.name} />,
  },
  {
    heading: t('Joined'),
    drop: 1,
    width: '110px',
    ...sortable('joined_at', t('Joined'), sorting),
    cell: ({ joined_at }) => (
      <span className="row-text">
        <Instant at={joined_at} />
      </span>
    ),
  },
];

/** A person with what tells people of the same name apart. */
export function PersonLine({ user_id, name, email, title }: Member) {
  return (
    <span className="person-line">
      <PersonAvatar id={user_id} name={name || email || '?'} size={24} />
      <Link to="/admin/members/$userId" params={{ userId: user_id }} className="row-link" dir="auto">
        {name || email || t('Unnamed')}
      </Link>
      <span className="row-text" data-quiet title={email ?? undefined}>
        {aboutPerson({ email: email ?? t('No email address yet'), title })}
      </span>
    </span>
  );
}

const NameText = ({ name, isQuiet = false }: { readonly name: string; readonly isQuiet?: boolean }) => (
  <span className="row-text" dir="auto" data-quiet={isQuiet || undefined}>
    {name}
  </span>
);

function ChooseAll({ chosen, choose, listed }: Choice) {
  const count = listed.filter(({ user_id }) => chosen.has(user_id)).length;
  return (
    <TickBox
      label={t('Select everyone listed so far')}
      isTicked={count > 0 && count === listed.length}
      isMixed={count > 0 && count < listed.length}
      onTick={(isTicked) => choose(listed, isTicked)}
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
