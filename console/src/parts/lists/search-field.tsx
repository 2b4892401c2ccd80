// A search whose words stand in the address: typed at once, asked for a moment later, and taken over when the address
// changes (Back, a link).
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** What the address says. */
  readonly q: string;
  readonly search: (q: string) => void;
  readonly width?: string | number;
}

const PAUSE_MS = 250;
const LONGEST = 200;

export function SearchField({ label, placeholder, q, search, width = '1 1 220px' }: SearchFieldProps) {
  const [text, setText] = useState(q);
  const [settled] = useDebouncedValue(text.trim(), PAUSE_MS);
  useEffect(() => {
    if (settled !== q) search(settled);
  }, [settled]);
  useEffect(() => {
    if (q !== settled) setText(q);
  }, [q]);
  return (
    <TextInput
      flex={width}
      leftSection={<IconSearch size={16} aria-hidden />}
      placeholder={placeholder}
      aria-label={label}
      maxLength={LONGEST}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
