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
import { t } from '../../parts/texts/t.ts';
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
      title={t('Organization')}
      lead={t(
        'The reporting lines from your identity providers. People without a manager or reports are listed only under Members.',
      )}
    >
      <Group maw={520} align="flex-end">
        <PersonPicker
          label={t('Find a person')}
          value={person || null}
          onChange={(id) => go({ person: id ?? '' }, { push: true })}
          clearable
          named={sought.data}
        />
      </Group>
      <Unanswered of={sought} />
      {isOutside && (
        <Text role="status">
          {t('{sought} has no manager and no reports here, so they are not in the chart.', {
            sought: sought.data?.name || t('This person'),
          })}
        </Text>
      )}
      <Answered of={tops} rows={8}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title={t('No reporting lines yet')}
              action={<PageButton to="/admin/connections">{t('See directory sync')}</PageButton>}
            >
              {t(
                'The chart shows the manager that the identity provider sends for each person. Map that attribute there, and the chart appears after the next sync.',
              )}
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
