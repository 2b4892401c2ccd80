// Finds an active member by name or email address. Authors, who cannot read the directory, search their colleagues.
import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findColleagues, findMembers } from '../api/directory.ts';
import { NothingFound } from '../parts/lists/nothing-found.tsx';
import { aboutPerson } from '../parts/page/person-avatar.tsx';
import { t } from '../parts/texts/t.ts';

export interface Person {
  readonly user_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly title?: string | null;
  readonly manager?: { readonly name: string } | null;
}

interface PersonPickerProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (userId: string | null, person: Person | undefined) => void;
  readonly clearable?: boolean;
  /** True if the person who searches may not be an administrator. */
  readonly forAuthors?: boolean;
  readonly description?: string;
  /** The person with the id `value`, if the search may not find them. */
  readonly named?: Person | undefined;
}

export function PersonPicker({ label, value, onChange, clearable = false, named, ...more }: PersonPickerProps) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const { forAuthors = false, description } = more;
  const members = useQuery({ ...findMembers(q), enabled: !forAuthors });
  const colleagues = useQuery({ ...findColleagues(q), enabled: forAuthors && q.length >= 2 });
  const found = forAuthors ? colleagues : members;
  const people: readonly Person[] = found.data?.items ?? [];
  const isMissing = named !== undefined && people.every(({ user_id }) => user_id !== named.user_id);
  const listed = isMissing ? [named, ...people] : people;
  const data = listed.map(({ user_id, name, email }) => ({
    value: user_id,
    label: email === null ? name : `${name || email} (${email})`,
  }));
  return (
    <Select
      label={label}
      flex="1 1 240px"
      searchable
      clearable={clearable}
      placeholder={t('Name or e-mail address')}
      data={data}
      value={value}
      onChange={(id) =>
        onChange(
          id,
          people.find(({ user_id }) => user_id === id),
        )
      }
      onSearchChange={setText}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const person = listed.find(({ user_id }) => user_id === option.value);
        return person === undefined ? option.label : <PersonOption {...person} />;
      }}
      {...(description !== undefined && { description })}
      nothingFoundMessage={
        <NothingFound of={found}>
          {forAuthors && q.length < 2 ? t('Type at least two letters') : t('No active member with that name')}
        </NothingFound>
      }
    />
  );
}

const PersonOption = (person: Person) => (
  <div style={{ minWidth: 0 }}>
    <Text size="sm" dir="auto">
      {person.name || person.email}
    </Text>
    <Text size="xs" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
      {aboutPerson(person)}
    </Text>
  </div>
);
