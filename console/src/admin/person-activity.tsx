// What one person did, and what was done to them.
import { Anchor, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MemberPage } from '../api/directory.ts';
import { personEvents } from '../api/person.ts';
import { Answered, Empty } from '../parts/states.tsx';
import { AuditTable } from './audit-table.tsx';

export function PersonActivity({ person }: { readonly person: MemberPage }) {
  const events = useInfiniteQuery(personEvents(person.user_id));
  return (
    <>
      <Answered of={events}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          if (entries.length === 0)
            return <Empty title="Nothing yet">What this person does, and what is done to them, appears here.</Empty>;
          const more = events.hasNextPage ? () => void events.fetchNextPage() : undefined;
          return <AuditTable label="Activity" entries={entries} more={more} />;
        }}
      </Answered>
      <Text size="sm">
        <Anchor component={Link} to="/admin/audit" search={{ person: person.user_id } as never}>
          Filter these in the audit log
        </Anchor>
      </Text>
    </>
  );
}
