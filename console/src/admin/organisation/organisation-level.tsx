// One level of the organisation: people under one manager, each with the level beneath once it is opened.

import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ChartPerson, chartLevel } from '../../api/person.ts';
import { PageAnchor } from '../../parts/page/links.tsx';
import { PersonAvatar } from '../../parts/page/person-avatar.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { inDigits } from '../../parts/texts/digits.ts';
import { noteOf } from './reporting-chart.tsx';

/** So many people of one manager are shown at once: with 1,500 under one, the page stays quick. */
const AT_ONCE = 50;

interface LevelProps {
  readonly people: readonly ChartPerson[];
  /** Opened from the beginning: the managers above the person that is sought. */
  readonly way: ReadonlySet<string>;
  readonly sought: string;
  /** Whose reports these are; empty for the tops. */
  readonly of: string;
}

export function OrganisationLevel({ people, way, sought, of }: LevelProps) {
  const [most, setMost] = useState(AT_ONCE);
  const onWay = people.findIndex(({ user_id }) => user_id === sought || way.has(user_id));
  const shown = Math.max(most, onWay + 1);
  // Who alone stands above everybody is shown with the first level.
  const isSoleTop = of === '' && people.length === 1;
  return (
    <ul className="org-level" data-top={of === '' || undefined}>
      {people.slice(0, shown).map((person) => (
        <Branch key={person.user_id} person={person} way={way} sought={sought} isSoleTop={isSoleTop} />
      ))}
      {people.length > shown && (
        <li>
          <Button size="compact-sm" variant="default" onClick={() => setMost(shown + AT_ONCE)}>
            Show {Math.min(AT_ONCE, people.length - shown)} more of {inDigits(people.length)}
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
  const name = person.name || 'Somebody without a name';
  return (
    <li>
      <div className="org-line" ref={line} data-sought={isSought || undefined}>
        {person.leads ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-label={`People who report to ${name}`}
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
      {({ items }) => <OrganisationLevel of={person.user_id} people={items} way={way} sought={sought} />}
    </Answered>
  );
}
