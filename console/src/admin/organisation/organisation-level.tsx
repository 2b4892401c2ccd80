// One level of the organization: the reports of one manager, each with a level below that opens on demand.

import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ChartPerson, chartLevel } from '../../api/person.ts';
import { PageAnchor } from '../../parts/page/links.tsx';
import { PersonAvatar } from '../../parts/page/person-avatar.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { noteOf } from './reporting-chart.tsx';

/** The number of people shown initially per manager. Keeps the page fast with 1,500 reports. */
const AT_ONCE = 50;

interface LevelProps {
  readonly people: readonly ChartPerson[];
  /** The managers above the searched person, opened from the start. */
  readonly way: ReadonlySet<string>;
  readonly sought: string;
  /** The manager's id, or empty for the top level. */
  readonly of: string;
}

export function OrganizationLevel({ people, way, sought, of }: LevelProps) {
  const [most, setMost] = useState(AT_ONCE);
  const onWay = people.findIndex(({ user_id }) => user_id === sought || way.has(user_id));
  const shown = Math.max(most, onWay + 1);
  // If there is only one person at the top, open the level below.
  const isSoleTop = of === '' && people.length === 1;
  return (
    <ul className="org-level" data-top={of === '' || undefined}>
      {people.slice(0, shown).map((person) => (
        <Branch key={person.user_id} person={person} way={way} sought={sought} isSoleTop={isSoleTop} />
      ))}
      {people.length > shown && (
        <li>
          <Button size="compact-sm" variant="default" onClick={() => setMost(shown + AT_ONCE)}>
            {t('Show {min} more of {people}', { min: Math.min(AT_ONCE, people.length - shown), people: people.length })}
          </Button>
        </li>
      )}
    </ul>
  );
}

interface BranchProps extends Pick<LevelProps, 'way' | 'sought'> {
  readonly person: ChartPerson;
}

function Branch({ person, way, sought, isSoleTop }: BranchProps & { readonly isSoleTop: boolean }) {
  const [choice, choose] = useState<boolean>();
  const isOpen = choice ?? (isSoleTop || way.has(person.user_id));
  const isSought = person.user_id === sought;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSought) line.current?.scrollIntoView({ block: 'center' });
  }, [isSought]);
  const name = person.name || t('Someone without a name');
  return (
    <li>
      <div className="org-line" ref={line} data-sought={isSought || undefined}>
        {person.leads ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-label={t('People who report to {name}', { name })}
            onClick={() => choose(!isOpen)}
          >
            <IconChevronRight size={16} className="org-chevron" data-open={isOpen || undefined} aria-hidden />
          </ActionIcon>
        ) : (
          <span className="org-leaf" aria-hidden />
        )}
        <PersonAvatar id={person.user_id} name={name} size={26} />
        <Group gap="0 8px" miw={0} flex={1}>
          <PageAnchor to="/admin/members/$userId" params={{ userId: person.user_id }} c="inherit" fw={540} dir="auto">
            {name}
          </PageAnchor>
          <Text span size="sm" c="dimmed">
            {noteOf(person)}
          </Text>
        </Group>
      </div>
      {isOpen && <Beneath person={person} way={way} sought={sought} />}
    </li>
  );
}

function Beneath({ person, way, sought }: BranchProps) {
  const level = useQuery(chartLevel(person.user_id));
  return (
    <Answered of={level} rows={2}>
      {({ items }) => <OrganizationLevel of={person.user_id} people={items} way={way} sought={sought} />}
    </Answered>
  );
}
