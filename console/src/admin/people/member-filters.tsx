// The filters of the member list.
import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MEMBERS } from '../../addresses.ts';
import { connections } from '../../api/connections.ts';
import { type MemberFilter, sourceName } from '../../api/directory.ts';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { valueIn } from '../../parts/page/address.ts';
import { Unanswered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { ROLE_NAMES } from '../role-names.ts';

interface FiltersProps {
  readonly filter: MemberFilter;
  readonly set: (part: Partial<MemberFilter>) => void;
}

export function MemberFilters({ filter, set }: FiltersProps) {
  const sources = useQuery(connections);
  return (
    <>
      <Group gap="sm">
        <SearchField
          label={t('Search members')}
          placeholder={t('Name or e-mail address')}
          q={filter.q}
          search={(q) => set({ q })}
        />
        <Filter
          label={t('Status')}
          any={t('Any status')}
          width={170}
          value={filter.status}
          set={(status) => set({ status: valueIn(MEMBERS.status, status) })}
          options={[
            { value: 'active', label: t('Active') },
            { value: 'deprovisioned', label: t('Deprovisioned') },
          ]}
        />
        <Filter
          label={t('Source')}
          any={t('Any source')}
          width={190}
          value={filter.source}
          set={(source) => set({ source })}
          options={[
            { value: 'service', label: sourceName(null) },
            ...(sources.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Filter
          label={t('Role')}
          any={t('Any role')}
          width={150}
          value={filter.role}
          set={(role) => set({ role: valueIn(MEMBERS.role, role) })}
          options={Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }))}
        />
      </Group>
      <Unanswered of={sources} />
    </>
  );
}

interface FilterProps {
  readonly label: string;
  /** The label of the option that filters nothing. */
  readonly any: string;
  readonly width: number;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function Filter({ label, any, width, value, set, options }: FilterProps) {
  return (
    <NativeSelect
      aria-label={label}
      flex={{ base: '1 1 140px', xs: `0 0 ${width / 16}rem` }}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      data={[{ value: '', label: any }, ...options]}
    />
  );
}
