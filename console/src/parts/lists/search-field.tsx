// A search field whose text is in the URL. Typed text appears immediately, the search follows after a pause, and
// changes of the URL (Back, links) update the field.
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** The text in the URL. */
  readonly q: string;
  readonly search: (q: string) => void;
  readonly width?: string | number;
}

const PAUSE_MS = 250;
const MAX_LENGTH = 200;

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
      maxLength={MAX_LENGTH}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
