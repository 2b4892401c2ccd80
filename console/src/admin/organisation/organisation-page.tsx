// The organization as an outline, from the top level down, opened on demand. A searched person is shown in place and is
// in the URL.
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ORGANIZATION } from '../../addresses.ts';
import { memberPage } from '../../api/directory.ts';
import { chartLevel } from '../../api/person.ts';
import { useAddress } from '../../parts/page/address.ts';
import { PageButton } from '../../parts/page/links.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Answered, Empty, Unanswered } from '../../parts/page/states.tsx';
import { PersonPicker } from '../person-picker.tsx';
import { OrganizationLevel } from './organisation-level.tsx';

export function OrganizationPage() {
  const [{ person }, go] = useAddress(ORGANIZATION);
  const tops = useQuery(chartLevel(''));
  const sought = useQuery({ ...memberPage(person), enabled: person !== '' });
  const way = useMemo(() => new Set(sought.data?.managers_above.map(({ user_id }) => user_id)), [sought.data]);
  const isOutside =
    sought.data !== undefined && sought.data.report_count === 0 && sought.data.managers_above.length === 0;
  return (
    <Page
      title="Organisation"
      lead="Who reports to whom, as the identity providers tell it. People without a manager and without reports are among the members alone."
    >
      <Group maw={520} align="flex-end">
        <PersonPicker
          label="Find a person"
          value={person || null}
          onChange={(id) => go({ person: id ?? '' }, { push: true })}
          clearable
          named={sought.data}
        />
      </Group>
      <Unanswered of={sought} />
      {isOutside && (
        <Text role="status">
          {sought.data?.name || 'This person'} has no manager and no reports here, and so no place in the chart.
        </Text>
      )}
      <Answered of={tops} rows={8}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title="Nobody reports to anybody yet"
              action={<PageButton to="/admin/connections">See directory sync</PageButton>}
            >
              The chart builds itself from the manager that the identity provider sends with each person. Map that
              attribute there, and it appears here with the next sync.
            </Empty>
          ) : (
            <Stack className="card org-outline" p={{ base: 'sm', sm: 'md' }}>
              {/* Keyed by person, because a new search opens other levels. */}
              <OrganizationLevel key={person} of="" people={items} way={way} sought={person} />
            </Stack>
          )
        }
      </Answered>
    </Page>
  );
}
