// What the list of members is filtered by.
import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { connections } from '../api/connections.ts';
import type { MemberFilter } from '../api/directory.ts';
import { SearchField } from '../parts/search-field.tsx';
import { ROLE_NAMES } from './role-names.ts';

interface FiltersProps {
  readonly filter: MemberFilter;
  readonly set: (part: Partial<MemberFilter>) => void;
}

export function MemberFilters({ filter, set }: FiltersProps) {
  const sources = useQuery(connections);
  return (
    <Group gap="sm">
      <SearchField
        label="Search members"
        placeholder="Name or e-mail address"
        q={filter.q}
        search={(q) => set({ q })}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        flex={{ base: '1 1 140px', xs: '0 0 170px' }}
        value={filter.status || null}
        onChange={(value) => set({ status: (value ?? '') as MemberFilter['status'] })}
        data={[
          { value: 'active', label: 'Active' },
          { value: 'deprovisioned', label: 'Deprovisioned' },
        ]}
      />
      <Select
        aria-label="Source"
        placeholder="Any source"
        clearable
        flex={{ base: '1 1 140px', xs: '0 0 190px' }}
        value={filter.source || null}
        onChange={(value) => set({ source: value ?? '' })}
        data={[
          { value: 'service', label: 'Managed in the service' },
          ...(sources.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        aria-label="Role"
        placeholder="Any role"
        clearable
        flex={{ base: '1 1 140px', xs: '0 0 150px' }}
        value={filter.role || null}
        onChange={(value) => set({ role: (value ?? '') as MemberFilter['role'] })}
        data={Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }))}
      />
    </Group>
  );
}
