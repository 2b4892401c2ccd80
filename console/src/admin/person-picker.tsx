// Finds an active member by name or e-mail address.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findMembers } from '../api/directory.ts';

interface PersonPickerProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (userId: string | null) => void;
  readonly clearable?: boolean;
  /** The person of `value`, where they may be none that the search finds. */
  readonly named?: { readonly user_id: string; readonly name: string; readonly email: string | null } | undefined;
}

export function PersonPicker({ label, value, onChange, clearable = false, named }: PersonPickerProps) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const found = useQuery(findMembers(q));
  const people: readonly NonNullable<PersonPickerProps['named']>[] = found.data?.items ?? [];
  const isMissing = named !== undefined && people.every(({ user_id }) => user_id !== named.user_id);
  const data = (isMissing ? [named, ...people] : people).map(({ user_id, name, email }) => ({
    value: user_id,
    label: email === null ? name : `${name || email} (${email})`,
  }));
  return (
    <Select
      label={label}
      flex="1 1 240px"
      searchable
      clearable={clearable}
      placeholder="Name or e-mail address"
      data={data}
      value={value}
      onChange={onChange}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage="No active member of that name"
    />
  );
}
