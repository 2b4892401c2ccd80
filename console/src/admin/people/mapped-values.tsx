// The name, the address and the manager of a person: as sent, next to what is stored.
import { Text } from '@mantine/core';
import type { PersonRecord } from '../../api/person.ts';
import { StackedTable } from '../../parts/lists/stacked-table.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Status } from '../../parts/page/status.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

type Mapped = PersonRecord['mapped'][number];

const FIELDS: Readonly<Record<Mapped['field'], string>> = {
  name: t('Name'),
  address: t('Email address'),
  manager: t('Manager'),
};

export function MappedValues({ record }: { readonly record: PersonRecord }) {
  return (
    <>
      <StackedTable
        label={t('Sent and stored values')}
        headings={[t('Field'), t('Attribute'), t('Sent'), t('Stored')]}
        rows={record.mapped.map((mapped) => ({
          key: mapped.field,
          cells: [
            FIELDS[mapped.field],
            <Text key="path" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {mapped.path ?? t('none')}
            </Text>,
            <Value key="sent" value={mapped.sent} />,
            <Stored key="stored" mapped={mapped} />,
          ],
        }))}
      />
      {!record.is_mapping_applied && (
        <Text size="sm">
          {rich(
            'The choice of <a>attributes</a> has changed. It takes effect with the next request about this person.',
            {
              a: (text) => (
                <PageAnchor
                  to="/admin/connections/$connectionId"
                  params={{ connectionId: record.connection_id }}
                  search={{ tab: 'attributes' }}
                  size="sm"
                >
                  {text}
                </PageAnchor>
              ),
            },
          )}
        </Text>
      )}
    </>
  );
}

const Value = ({ value }: { readonly value: string | null }) => (
  <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }} {...(value === null && { c: 'dimmed' })}>
    {value ?? t('empty')}
  </Text>
);

/** Managers are sent by id or user name, so their values always differ. */
function Stored({ mapped: { field, sent, stored } }: { readonly mapped: Mapped }) {
  const isSame = field === 'manager' ? (sent === null) === (stored === null) : sent === stored;
  return isSame ? <Value value={stored} /> : <Status tone="attention">{stored ?? t('empty')}</Status>;
}
