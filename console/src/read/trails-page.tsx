// The employee's start: the question first, then every published trail that this person may see.

import { Group, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type ReadableTrail, readableTrails } from '../api/reading.ts';
import { canWrite, useSession } from '../api/session.ts';
import { counted } from '../parts/counted.ts';
import { Page } from '../parts/page.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { Ask } from './ask.tsx';
import { TrailCard } from './trail-card.tsx';

/** As many cards as a person looks through; the search finds the others. */
const MOST_CARDS = 120;

export function TrailsPage() {
  const session = useSession();
  const trails = useQuery(readableTrails);
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  return (
    <Page
      title="What are you about to do?"
      lead="Say it in your own words, and Cairn finds the trail that leads there."
    >
      <Ask />
      <Answered of={trails}>
        {({ items }) => {
          if (items.length === 0)
            return (
              <Empty title="No trail is published yet">
                {canWrite(session)
                  ? 'Write the first one under "Drafts and trails", and publish it.'
                  : 'As soon as somebody publishes one that you may see, it stands here.'}
              </Empty>
            );
          const found = items.filter((trail) => matches(trail, wanted));
          return (
            <Stack gap="md">
              <Group justify="space-between" align="flex-end">
                <Title order={2}>All trails</Title>
                <TextInput
                  value={text}
                  onChange={(event) => setText(event.currentTarget.value)}
                  leftSection={<IconSearch size={16} aria-hidden />}
                  placeholder={`Search ${counted(items.length, 'trail')}`}
                  aria-label="Search trails"
                  w={{ base: '100%', sm: 280 }}
                />
              </Group>
              {found.length === 0 && <Empty title="Nothing matches">Try one word of the task, or ask above.</Empty>}
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
                {found.slice(0, MOST_CARDS).map((trail) => (
                  <TrailCard key={trail.id} trail={trail} />
                ))}
              </SimpleGrid>
            </Stack>
          );
        }}
      </Answered>
    </Page>
  );
}

/** Every word that was typed stands somewhere in title, role or description. */
function matches({ title, target_role, description }: ReadableTrail, text: string): boolean {
  const here = `${title} ${target_role} ${description}`.toLocaleLowerCase();
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => here.includes(word));
}
