// What the guard against mass deprovisioning holds: who the identity provider wants gone, and the two decisions.
import { Alert, Anchor, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import type { Connection } from '../api/connections.ts';
import { type Decided, decideHeld, goneBefore, type HeldPerson, heldPeople } from '../api/deactivations.ts';
import { Confirm } from '../parts/confirm.tsx';
import { counted } from '../parts/counted.ts';
import { Instant } from '../parts/instant.tsx';
import { PersonAvatar } from '../parts/person-avatar.tsx';
import { Section } from '../parts/section.tsx';
import { Answered } from '../parts/states.tsx';

/** Above everything else of the connection while somebody waits; below it, those whom a decision kept. */
export function HeldDeactivations({ connection }: { readonly connection: Connection }) {
  const { since, waiting, kept } = connection.held;
  const { isDecidedElsewhere, decidedHere } = useDecision(waiting);
  return (
    <>
      {isDecidedElsewhere && (
        <Alert color="gray" variant="light" role="status" title="Somebody else has decided about the people held here">
          <Anchor component={Link} to="/admin/audit" search={{ kind: 'team.connection' } as never} size="sm">
            The audit log says who, and what
          </Anchor>
        </Alert>
      )}
      {waiting > 0 && since !== null && (
        <Section
          title={`${counted(waiting, 'person', 'people')} held: ${connection.name} asks to deactivate them`}
          hint="More people in an hour than the workspace allows. They are still active, and the identity provider is told to ask again later."
        >
          <Before connectionId={connection.id} />
          <People connection={connection} state="waiting" decidedHere={decidedHere} />
        </Section>
      )}
      {kept > 0 && (
        <Section
          title={`${counted(kept, 'person', 'people')} kept by decision`}
          hint={`${connection.name} is refused when it asks for them again. Assigning them there again ends this.`}
        >
          <People connection={connection} state="kept" decidedHere={decidedHere} />
        </Section>
      )}
    </>
  );
}

/** Whether those who waited are gone from here without a decision of this page. */
function useDecision(waiting: number) {
  const [seen, setSeen] = useState(waiting);
  const [isHere, setHere] = useState(false);
  const [isDecidedElsewhere, setElsewhere] = useState(false);
  if (seen !== waiting) {
    setSeen(waiting);
    setElsewhere(waiting === 0 && !isHere);
    setHere(false);
  }
  return { isDecidedElsewhere, decidedHere: () => setHere(true) };
}

function Before({ connectionId }: { readonly connectionId: string }) {
  const { data } = useQuery(goneBefore(connectionId));
  if (data === undefined || data.items.length === 0) return null;
  const names = data.items.slice(0, 12).map(({ name }) => name || 'somebody without a name');
  const more = data.items.length - names.length;
  return (
    <Alert color="gray" variant="light" title={`${counted(data.items.length, 'person', 'people')} went before that`}>
      {names.join(', ')}
      {more > 0 && ` and ${more} more`}. If that was a mistake, assign them again in the identity provider.
    </Alert>
  );
}

interface PeopleProps {
  readonly connection: Connection;
  readonly state: 'waiting' | 'kept';
  readonly decidedHere: () => void;
}

function People({ connection, state, decidedHere }: PeopleProps) {
  const list = useInfiniteQuery(heldPeople(connection.id, state));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <Answered of={list} rows={3}>
      {({ pages }) => {
        const people = pages.flatMap(({ items }) => items);
        const ids = people.map(({ user_id }) => user_id).filter((id) => chosen.includes(id));
        return (
          <Stack gap="sm">
            <Decisions connection={connection} state={state} decidedHere={decidedHere} people={people} chosen={ids} />
            <PeopleTable people={people} chosen={ids} choose={setChosen} />
            {list.hasNextPage && (
              <Group>
                <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  Show more
                </Button>
              </Group>
            )}
          </Stack>
        );
      }}
    </Answered>
  );
}

interface DecisionsProps extends PeopleProps {
  readonly people: readonly HeldPerson[];
  readonly chosen: readonly string[];
}

/** About the chosen ones, or about everybody where nobody is chosen. Those kept can only be let go after all. */
function Decisions({ connection, state, decidedHere, people, chosen }: DecisionsProps) {
  const decided = (): Decided => {
    if (chosen.length > 0) return { user_ids: chosen };
    return state === 'waiting'
      ? { version: connection.held.version }
      : { user_ids: people.map(({ user_id }) => user_id) };
  };
  const deciding = useChange((decision: 'allow' | 'keep') => decideHeld(connection.id, decision, decided()), {
    refresh: [['connections'], ['members'], ['workspace']],
    after: decidedHere,
    done: ({ decided, ended }) =>
      ended > 0
        ? `${counted(ended, 'person', 'people')} deactivated.`
        : `Kept: ${counted(decided, 'person', 'people')}.`,
  });
  const total = chosen.length > 0 ? chosen.length : state === 'waiting' ? connection.held.waiting : people.length;
  const whom = counted(total, 'person', 'people');
  return (
    <Group gap="xs">
      {state === 'waiting' && (
        <Button loading={deciding.isPending} onClick={() => deciding.mutate('keep')}>
          Keep {whom}
        </Button>
      )}
      <Confirm
        label={`Let ${whom} go`}
        title={`Let ${whom} go?`}
        confirm={`Deactivate ${whom}`}
        onConfirm={() => deciding.mutateAsync('allow')}
      >
        <NamesOf
          people={chosen.length > 0 ? people.filter(({ user_id }) => chosen.includes(user_id)) : people}
          total={total}
        />{' '}
        cannot come in from then on: seats, sessions and keys end at once, as {connection.name} asked.
      </Confirm>
      {chosen.length === 0 && people.length > 1 && (
        <Text size="sm" c="dimmed">
          Tick some to decide about them alone.
        </Text>
      )}
    </Group>
  );
}

function NamesOf({ people, total }: { readonly people: readonly HeldPerson[]; readonly total: number }) {
  const names = people.slice(0, 5).map(({ name, email }) => name || email || 'somebody without a name');
  const more = total - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

interface TableProps {
  readonly people: readonly HeldPerson[];
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
}

function PeopleTable({ people, chosen, choose }: TableProps) {
  const toggle = (id: string): void =>
    choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Table.ScrollContainer minWidth={560} mah={420}>
      <Table stickyHeader aria-label="People held">
        <Table.Thead>
          <Table.Tr>
            <Table.Td w={44}>
              <Checkbox
                aria-label="All that are shown"
                checked={chosen.length === people.length}
                indeterminate={chosen.length > 0 && chosen.length < people.length}
                onChange={() => choose(chosen.length === people.length ? [] : people.map(({ user_id }) => user_id))}
              />
            </Table.Td>
            <Table.Th>Person</Table.Th>
            <Table.Th>Asked for</Table.Th>
            <Table.Th>First asked</Table.Th>
            <Table.Th>Times</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <PersonRow
              key={person.user_id}
              person={person}
              isChosen={chosen.includes(person.user_id)}
              toggle={() => toggle(person.user_id)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface RowProps {
  readonly person: HeldPerson;
  readonly isChosen: boolean;
  readonly toggle: () => void;
}

function PersonRow({ person, isChosen, toggle }: RowProps) {
  const { user_id, name, email, operation, first_asked_at, times, decided_by } = person;
  const called = name || email || 'Somebody without a name';
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox aria-label={called} checked={isChosen} onChange={toggle} />
      </Table.Td>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <PersonAvatar id={user_id} name={called} size={24} />
          <Text size="sm" dir="auto">
            {called}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm">
          {operation === 'delete' ? 'Remove from the directory' : 'Deactivate'}
          {decided_by !== null && `, kept by ${decided_by}`}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">
          <Instant at={first_asked_at} />
        </Text>
      </Table.Td>
      <Table.Td className="numbers">{times}</Table.Td>
    </Table.Tr>
  );
}
