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
}

export function PersonPicker({ label, value, onChange }: PersonPickerProps) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const found = useQuery(findMembers(q));
  const data = (found.data?.items ?? []).map(({ user_id, name, email }) => ({
    value: user_id,
    label: email === null ? name : `${name || email} (${email})`,
  }));
  return (
    <Select
      label={label}
      flex="1 1 240px"
      searchable
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
