// What a person who is only in this group would see: the home page and the answer to a question.
import { Button, Group, List, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isBlank } from '../../../../src/base/text.ts';
import { previewFind, previewHome } from '../../api/audiences.ts';
import { useChange } from '../../api/change.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';

export function GroupPreview({ groupId }: { readonly groupId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={t('Preview as a member')} hint={t('What someone sees who is in this group and in no other.')}>
      {isOpen ? (
        <>
          <Question groupId={groupId} />
          <Home groupId={groupId} />
        </>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('Show preview')}
          </Button>
        </Group>
      )}
    </Section>
  );
}

function Home({ groupId }: { readonly groupId: string }) {
  const home = useInfiniteQuery(previewHome(groupId));
  return (
    <Answered of={home} rows={3}>
      {({ pages }) => {
        const featured = new Set(pages[0]?.featured);
        const trails = pages.flatMap(({ items }) => items);
        if (trails.length === 0) return <Text c="dimmed">{t('No live trails.')}</Text>;
        const sorted = [...trails].sort((a, b) => Number(featured.has(b.id)) - Number(featured.has(a.id)));
        return (
          <>
            <Titles
              trails={sorted.map(({ id, title }) => ({ id, title, note: featured.has(id) ? t('Featured') : '' }))}
            />
            {home.hasNextPage && (
              <Group>
                <Button variant="default" loading={home.isFetching} onClick={() => void home.fetchNextPage()}>
                  {t('Show more trails')}
                </Button>
              </Group>
            )}
          </>
        );
      }}
    </Answered>
  );
}

function Question({ groupId }: { readonly groupId: string }) {
  const [text, setText] = useState('');
  const finding = useChange((question: string) => previewFind(groupId, question));
  return (
    <>
      <Group align="flex-end">
        <TextInput
          label={t('What are you about to do?')}
          flex="1 1 240px"
          maxLength={2_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={isBlank(text)}
          loading={finding.isPending}
          onClick={() => finding.mutate(text.trim())}
        >
          {t('Find')}
        </Button>
      </Group>
      {finding.data !== undefined && (
        <div role="status">
          {finding.data.items.length === 0 ? (
            <Text size="sm">{t('A member finds no trail for this.')}</Text>
          ) : (
            <Titles trails={foundTitles(finding.data)} />
          )}
        </div>
      )}
    </>
  );
}

const foundTitles = ({ items, is_sure }: Awaited<ReturnType<typeof previewFind>>): TitlesProps['trails'] =>
  items.map(({ trail: { id, title } }, at) => ({
    id,
    title,
    note: is_sure && at === 0 ? t('Found') : t('May fit'),
  }));

interface TitlesProps {
  readonly trails: readonly { readonly id: string; readonly title: string; readonly note: string }[];
}

const Titles = ({ trails }: TitlesProps) => (
  <List size="sm">
    {trails.map(({ id, title, note }) => (
      <List.Item key={id}>
        <span dir="auto">{title}</span>
        {note !== '' && ` · ${note}`}
      </List.Item>
    ))}
  </List>
);
