// A person's profile: the attributes from each identity provider, and the people above and below.
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MemberPage } from '../../api/directory.ts';
import { type PersonRecord, personRecords } from '../../api/person.ts';
import { Section } from '../../parts/forms/section.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { ReportingChart } from '../organisation/reporting-chart.tsx';
import { attributeName } from './attribute-names.ts';
import { MappedValues } from './mapped-values.tsx';

export function PersonProfile({ person }: { readonly person: MemberPage }) {
  const records = useQuery(personRecords(person.user_id));
  return (
    <>
      <ReportingChart person={person} />
      <Answered of={records} rows={6}>
        {({ items }) => (
          <>
            {items.length === 0 && (
              <Section title={t('Attributes')} hint={t('No identity provider has sent anything.')}>
                <Text size="sm">
                  {t('{person} was added by hand and can change their name and address.', {
                    person: person.email ?? t('This person'),
                  })}
                </Text>
              </Section>
            )}
            {items.map((record) => (
              <Attributes key={record.connection_id} record={record} person={person} />
            ))}
          </>
        )}
      </Answered>
    </>
  );
}

function Attributes({ record, person }: { readonly record: PersonRecord; readonly person: MemberPage }) {
  return (
    <Section
      title={t('From {connectionName}', { connectionName: record.connection_name })}
      hint={t('As sent. Change it in the identity provider, not here.')}
    >
      {person.source?.connection_id === record.connection_id && <MappedValues record={record} />}
      <div className="scrolling">
        <Table verticalSpacing={7} layout="fixed" className="facts">
          <Table.Tbody>
            {record.attributes.map(({ path, type, value }, at) => (
              <Table.Tr key={`${path} ${type} ${at}`}>
                <Table.Th scope="row" fw={500} w="34%">
                  {attributeName(path, type)}
                </Table.Th>
                <Table.Td dir="auto">
                  {path === 'manager' ? <SentManager sent={value} record={record} person={person} /> : value}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="sm" c="dimmed">
        {record.active
          ? rich('Last change {when}.', { when: <Instant at={record.last_modified} /> })
          : rich('Deactivated there. Last change {when}.', { when: <Instant at={record.last_modified} /> })}
      </Text>
    </Section>
  );
}

interface SentManagerProps {
  readonly sent: string;
  readonly record: PersonRecord;
  readonly person: MemberPage;
}

/** The manager named by the identity provider, usually an id that means nothing to people. */
function SentManager({ sent, record, person: { manager, source } }: SentManagerProps) {
  const counts = source?.connection_id === record.connection_id;
  return (
    <>
      {counts && manager !== null && (
        <PageAnchor to="/admin/members/$userId" params={{ userId: manager.user_id }} size="sm">
          {manager.name || t('Unnamed')}
        </PageAnchor>
      )}
      {counts && manager === null && t('No one with that id or name is known here yet.')}
      <Text size="sm" c="dimmed">
        {counts ? t('Sent as {sent}', { sent }) : sent}
      </Text>
    </>
  );
}
