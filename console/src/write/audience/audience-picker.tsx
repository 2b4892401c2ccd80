// Finds groups and active members in one search. Authors cannot read the directory, so the search returns few matches.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findColleagues } from '../../api/directory.ts';
import { NothingFound } from '../../parts/lists/nothing-found.tsx';
import { t } from '../../parts/texts/t.ts';

/** A chosen group or person. */
export interface Grantee {
  readonly kind: 'group' | 'person';
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** Tells namesakes apart. */
  readonly label: string;
}

interface AudiencePickerProps {
  readonly label: string;
  readonly value: Grantee | undefined;
  readonly onChange: (grantee: Grantee | undefined) => void;
  /** True if people cannot be chosen. */
  readonly onlyGroups?: boolean;
}

const MIN_LENGTH = 2;

export function AudiencePicker({ label, value, onChange, onlyGroups = false }: AudiencePickerProps) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const found = useQuery(findColleagues(q));
  const groups = (found.data?.groups ?? []).map(
    ({ group_id, name, source }): Grantee => ({
      ...{ kind: 'group', id: group_id, name, email: null },
      label: source === null ? name : `${name} (${source.name})`,
    }),
  );
  const people = (onlyGroups ? [] : (found.data?.items ?? [])).map(
    ({ user_id, name, email }): Grantee => ({
      ...{ kind: 'person', id: user_id, name: name || email || t('Unnamed'), email },
      label: email === null ? name : `${name || email} (${email})`,
    }),
  );
  const options = [...groups, ...people];
  // The search may no longer find the chosen one.
  const isMissing = value !== undefined && options.every(({ id }) => id !== value.id);
  const all = isMissing ? [value, ...options] : options;
  const items = (kind: Grantee['kind']) =>
    all.filter((one) => one.kind === kind).map(({ id, label: text }) => ({ value: id, label: text }));
  return (
    <Select
      label={label}
      flex="1 1 240px"
      searchable
      placeholder={onlyGroups ? t('Name of a group') : t('Group, name or e-mail address')}
      data={[
        { group: t('Groups'), items: items('group') },
        { group: t('People'), items: items('person') },
      ].filter((part) => part.items.length > 0)}
      value={value?.id ?? null}
      onChange={(id) => onChange(all.find((one) => one.id === id))}
      onSearchChange={setText}
      filter={({ options: found }) => found}
      nothingFoundMessage={<NothingFound of={found}>{nothingText(q, onlyGroups)}</NothingFound>}
    />
  );
}

function nothingText(q: string, onlyGroups: boolean): string {
  if (q.length < MIN_LENGTH) return t('Type at least two letters');
  return onlyGroups ? t('No group with that name') : t('No group or active member with that name');
}
