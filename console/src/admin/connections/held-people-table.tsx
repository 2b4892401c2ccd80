// A table of held people with checkboxes.
import type { HeldPerson } from '../../api/deactivations.ts';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { TickBox } from '../../parts/lists/tick-box.tsx';
import { PersonAvatar } from '../../parts/page/person-avatar.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { t } from '../../parts/texts/t.ts';

interface TableProps {
  readonly people: readonly HeldPerson[];
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
}

export function HeldPeopleTable(props: TableProps) {
  return (
    <Rows
      label={t('People held')}
      rows={props.people}
      columns={columnsOf(props)}
      keyOf={({ user_id }) => user_id}
      height={44}
    />
  );
}

const columnsOf = ({ people, chosen, choose }: TableProps): Column<HeldPerson>[] => [
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
    cell: ({ operation, decided_by }) => (
      <span className="row-text">
        {operation === 'delete' ? t('Remove from the directory') : t('Deactivate')}
        {decided_by !== null && ` · ${t('kept by {decidedBy}', { decidedBy: decided_by })}`}
      </span>
    ),
  },
  {
    heading: t('First asked'),
    width: '130px',
    cell: ({ first_asked_at }) => (
      <span className="row-text">
        <Instant at={first_asked_at} />
      </span>
    ),
  },
  { heading: t('Times'), width: '60px', cell: ({ times }) => <span className="row-text numbers">{times}</span> },
];

const calledOf = ({ name, email }: HeldPerson): string => name || email || t('Someone without a name');
