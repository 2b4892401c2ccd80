// The trails of a set in order.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type UseMutationResult, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { setTrails, type TrailSetPage } from '../../api/sets.ts';
import { trailPages } from '../../api/trails.ts';
import { Section } from '../../parts/forms/section.tsx';
import { NothingFound } from '../../parts/lists/nothing-found.tsx';
import { RemoveButton } from '../../parts/lists/remove-button.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { t } from '../../parts/texts/t.ts';
import { AskForSet, lacksApproval } from './ask-for-set.tsx';
import { OrderButtons } from './order-buttons.tsx';

export function SetTrails({ set }: { readonly set: TrailSetPage }) {
  const [text, setText] = useState('');
  const [chosen, choose] = useState<string | null>(null);
  const [q] = useDebouncedValue(text.trim(), 200);
  const found = useInfiniteQuery(trailPages(undefined, q));
  const ids = set.trails.map(({ id }) => id);
  const [waiting, setWaiting] = useState<string>();
  const changing = useChange((trailIds: string[]) => setTrails(set.id, trailIds, ids), {
    refresh: [['sets'], ['trails']],
    after: () => choose(null),
    onProblem: (problem) => {
      const waits = lacksApproval(problem) && chosen !== null;
      setWaiting(waits ? chosen : undefined);
      return waits;
    },
  });
  const options = (found.data?.pages[0]?.items ?? [])
    .filter(({ id, status }) => status !== 'archived' && !ids.includes(id))
    .map(({ id, title }) => ({ value: id, label: title }));
  return (
    <Section title={t('Trails')} hint={t('In the order that people see.')}>
      <Group align="flex-end">
        <Select
          label={t('Add a trail')}
          flex="1 1 240px"
          searchable
          placeholder={t('Words in the title')}
          data={options}
          value={chosen}
          onChange={choose}
          onSearchChange={setText}
          filter={({ options: all }) => all}
          nothingFoundMessage={<NothingFound of={found}>{t('No other trail with these words')}</NothingFound>}
        />
        <Button
          disabled={chosen === null}
          loading={changing.isPending}
          onClick={() => chosen !== null && changing.mutate([...ids, chosen])}
        >
          {t('Add')}
        </Button>
      </Group>
      {waiting !== undefined && (
        <AskForSet setId={set.id} wanted={{ trail_ids: [waiting] }} done={() => setWaiting(undefined)} />
      )}
      {set.trails.length === 0 && <Text c="dimmed">{t('No trails yet.')}</Text>}
      <Listed set={set} ids={ids} changing={changing} />
    </Section>
  );
}

interface ListedProps {
  readonly set: TrailSetPage;
  readonly ids: readonly string[];
  readonly changing: Pick<UseMutationResult<unknown, Error, string[]>, 'isPending' | 'mutate' | 'mutateAsync'>;
}

function Listed({ set, ids, changing }: ListedProps) {
  return (
    <Stack gap={4}>
      {set.trails.map(({ id, title, status }) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="xs">
          <PageAnchor to="/write/$trailId" params={{ trailId: id }} size="sm" c="inherit" dir="auto" flex={1}>
            {title}
          </PageAnchor>
          <Text size="sm" c="dimmed">
            {STATUS_NAMES[status]}
          </Text>
          <OrderButtons {...{ id, ids }} name={title} isPending={changing.isPending} order={changing.mutate} />
          <RemoveButton
            label={t('Take {title} out of the set', { title })}
            remove={() => changing.mutateAsync(ids.filter((one) => one !== id)).then(done, done)}
          />
        </Group>
      ))}
    </Stack>
  );
}

const done = (): void => undefined;
const STATUS_NAMES = { draft: t('Draft'), live: t('Live'), archived: t('Archived') } as const;
