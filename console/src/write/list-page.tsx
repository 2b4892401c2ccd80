// The author's list: every trail of the catalog by status and words, or in the order employees see.
import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isOperating, useSession } from '../api/session.ts';
import { type TrailStatus, trailPages } from '../api/trails.ts';
import { Page } from '../parts/page.tsx';
import { Answered, Empty, Loading } from '../parts/states.tsx';
import { NewTrail } from './new-trail.tsx';
import { OrderList } from './order-list.tsx';
import { TrailRows } from './trail-rows.tsx';

type View = 'any' | TrailStatus | 'order';
const VIEWS: { value: View; label: string }[] = [
  { value: 'any', label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'live', label: 'Live' },
  { value: 'archived', label: 'Archived' },
  { value: 'order', label: 'Order' },
];

export function ListPage() {
  const session = useSession();
  const [view, setView] = useState<View>('any');
  const [text, setText] = useState('');
  const [isNew, setNew] = useState(false);
  const [q] = useDebouncedValue(text.trim(), 200);
  const status = view === 'any' || view === 'order' ? undefined : view;
  const pages = useInfiniteQuery(trailPages(status, view === 'order' ? '' : q));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  // An order needs all of its members.
  useEffect(() => {
    if (view === 'order' && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [view, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
      New trail
    </Button>
  );
  return (
    <Page
      title={isOperating(session) ? 'Service-wide catalog' : 'Drafts and trails'}
      lead={
        isOperating(session)
          ? 'Trails that every workspace sees, or those that a trail is granted to.'
          : 'Write, test and publish the one-page guides that your colleagues follow.'
      }
      actions={create}
    >
      <Group justify="space-between">
        <SegmentedControl
          value={view}
          onChange={(value) => setView(value as View)}
          data={VIEWS}
          aria-label="Which trails"
        />
        {view !== 'order' && (
          <TextInput
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            leftSection={<IconSearch size={16} aria-hidden />}
            placeholder="Title, role or description"
            aria-label="Search trails"
            maxLength={200}
            w={{ base: '100%', sm: 300 }}
          />
        )}
      </Group>
      <Answered of={pages}>
        {({ pages: parts }) => {
          const trails = parts.flatMap(({ items }) => items);
          if (trails.length === 0)
            return q === '' && status === undefined ? (
              <Empty title="No trail yet" action={create}>
                Start with a task that colleagues ask about often: name it, add the prompt that works, and publish.
              </Empty>
            ) : (
              <Empty title="Nothing matches">Try fewer words, or another status.</Empty>
            );
          if (view === 'order') return hasNextPage ? <Loading /> : <OrderList trails={trails} />;
          return <TrailRows trails={trails} more={hasNextPage ? () => void fetchNextPage() : undefined} />;
        }}
      </Answered>
      <NewTrail opened={isNew} close={() => setNew(false)} />
    </Page>
  );
}
