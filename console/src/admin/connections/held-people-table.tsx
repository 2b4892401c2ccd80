// People whom the guard against mass deprovisioning holds, to choose from.
import { Checkbox, Group, Table, Text } from '@mantine/core';
import type { HeldPerson } from '../../api/deactivations.ts';
import { Instant } from '../../parts/instant.tsx';
import { PersonAvatar } from '../../parts/person-avatar.tsx';
import { WideTable } from '../../parts/wide-table.tsx';

interface TableProps {
  readonly people: readonly HeldPerson[];
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
}

export function HeldPeopleTable({ people, chosen, choose }: TableProps) {
  const toggle = (id: string): void =>
    choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <WideTable label="People held" minWidth={560} maxHeight={420}>
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
    </WideTable>
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
