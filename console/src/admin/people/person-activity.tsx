// Audit entries by or about one person.
import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PERSON } from '../../addresses.ts';
import type { MemberPage } from '../../api/directory.ts';
import { personEvents } from '../../api/person.ts';
import { openingOf } from '../../parts/dialogs/open-entry.tsx';
import { useAddress } from '../../parts/page/address.ts';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Answered, Empty } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { AuditEntryDialog } from '../audit/audit-entry-dialog.tsx';
import { AuditTable } from '../audit/audit-table.tsx';

export function PersonActivity({ person }: { readonly person: MemberPage }) {
  const events = useInfiniteQuery(personEvents(person.user_id));
  const [address, go] = useAddress(PERSON);
  const open = openingOf(address, go);
  return (
    <>
      <Answered of={events}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          if (entries.length === 0)
            return <Empty title={t('Nothing yet')}>{t('Actions by and about this person appear here.')}</Empty>;
          return <AuditTable label={t('Activity')} entries={entries} pages={events} open={open} />;
        }}
      </Answered>
      <AuditEntryDialog open={open} loaded={events.data?.pages.flatMap(({ items }) => items) ?? []} />
      <Text size="sm">
        <PageAnchor to="/admin/members/$userId/history" params={{ userId: person.user_id }}>
          {t('Why these roles? Show the history')}
        </PageAnchor>
      </Text>
      <Text size="sm">
        <PageAnchor to="/admin/audit" search={{ person: person.user_id }}>
          {t('Filter these in the audit log')}
        </PageAnchor>
      </Text>
    </>
  );
}
