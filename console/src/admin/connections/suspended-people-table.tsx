// A table of suspended people with checkboxes.
import type { SuspendedPerson } from '../../api/deactivations.ts';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { TickBox } from '../../parts/lists/tick-box.tsx';
import { PersonAvatar } from '../../parts/page/person-avatar.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { t } from '../../parts/texts/t.ts';

interface TableProps {
  readonly people: readonly SuspendedPerson[];
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
}

export function SuspendedPeopleTable(props: TableProps) {
  return (
    <Rows
      label={t('Suspended people')}
      rows={props.people}
      columns={columnsOf(props)}
      keyOf={({ user_id }) => user_id}
      height={44}
    />
  );
}

const columnsOf = ({ people, chosen, choose }: TableProps): Column<SuspendedPerson>[] => [
  {
    heading: t('Choose'),
    width: '28px',
    control: (
      <TickBox
        label={t('All that are shown')}
        isTicked={chosen.length === people.length}
        isMixed={chosen.length > 0 && chosen.length < people.length}
        onTick={(isTicked) => choose(isTicked ? people.map(({ user_id }) => user_id) : [])}
      />
    ),
    cell: (person) => (
      <TickBox
        label={calledOf(person)}
        isTicked={chosen.includes(person.user_id)}
        onTick={(isTicked) =>
          choose(isTicked ? [...chosen, person.user_id] : chosen.filter((one) => one !== person.user_id))
        }
      />
    ),
  },
  {
    heading: t('Person'),
    width: 'minmax(0, 2fr)',
    cell: (person) => (
      <span className="person-line">
        <PersonAvatar id={person.user_id} name={calledOf(person)} size={24} />
        <span className="row-text" dir="auto">
          {calledOf(person)}
        </span>
      </span>
    ),
  },
  {
    heading: t('Asked for'),
    width: 'minmax(0, 2fr)',
    cell: (person) => <span className="row-text">{requestOf(person)}</span>,
  },
  {
    heading: t('Suspended'),
    width: '130px',
    cell: ({ suspended_at }) => (
      <span className="row-text">
        <Instant at={suspended_at} />
      </span>
    ),
  },
];

/** What the identity provider asked for, and why the person is still on the list. */
function requestOf({ operation, problem, restored_by }: SuspendedPerson): string {
  const asked = operation === 'delete' ? t('Remove from the directory') : t('Deactivate');
  const note =
    problem ?? (restored_by === null ? null : t('again, after {name} restored the person', { name: restored_by }));
  return note === null ? asked : `${asked} · ${note}`;
}

const calledOf = ({ name, email }: SuspendedPerson): string => name || email || t('Someone without a name');
