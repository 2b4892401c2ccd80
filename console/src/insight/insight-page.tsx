// Insight: used and unused trails, and questions for which no trail was found.

import { Button, Group, List, Stack, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { canManage, useSession } from '../api/session.ts';
import { busy } from '../parts/forms/busy.ts';
import { Section } from '../parts/forms/section.tsx';
import { StackedTable } from '../parts/lists/stacked-table.tsx';
import { PageAnchor, PageButton } from '../parts/page/links.tsx';
import { Page } from '../parts/page/page.tsx';
import { Answered } from '../parts/page/states.tsx';
import { inDigits } from '../parts/texts/digits.ts';
import { t } from '../parts/texts/t.ts';
import { type Insight, insight, keepQuestions, topicName } from './insight-api.ts';

const FEW = (
  <Text span inherit c="dimmed" className="one-line">
    {t('fewer than five people')}
  </Text>
);

export function InsightPage() {
  const asked = useQuery(insight);
  return (
    <Page
      title={t('Insight')}
      lead={t('We count uses, not people. Numbers appear only if at least five people are behind them.')}
    >
      <Answered of={asked}>
        {(answer) => (
          <Stack gap="lg">
            <Used answer={answer} />
            <Unanswered answer={answer} />
            <NeverUsed answer={answer} />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

function Used({ answer }: { readonly answer: Insight }) {
  return (
    <Section
      title={t('Used')}
      hint={t('In the last {days, plural, one {# day} other {# days}}, in the console and in AI tools.', {
        days: answer.days,
      })}
    >
      {answer.used.length === 0 ? (
        <Text c="dimmed">{t('No one has used a trail in this period.')}</Text>
      ) : (
        <StackedTable
          label={t('Used trails')}
          headings={[t('Trail'), t('Uses'), t('Helpful')]}
          rows={answer.used.map(({ id, title, deliveries, helpful_rate }) => ({
            key: id,
            cells: [
              <TrailLink key={id} id={id} title={title} />,
              deliveries == null ? FEW : inDigits(deliveries),
              helpful_rate === null ? FEW : `${Math.round(helpful_rate * 100)} %`,
            ],
          }))}
        />
      )}
    </Section>
  );
}

function Unanswered({ answer }: { readonly answer: Insight }) {
  return (
    <Section title={t('Found nothing')} hint={t('Questions that no trail answered.')}>
      {answer.unanswered.length === 0 && (
        <Text c="dimmed">
          {t('No topics yet. A topic appears once five people have asked about it without an answer.')}
        </Text>
      )}
      {answer.unanswered.map(({ topic, questions, samples }) => (
        <Group key={topic} justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={4}>
            <Text fw={560}>
              {t('{topic}: {questions, plural, one {# question} other {# questions}}', {
                topic: topicName(topic),
                questions,
              })}
            </Text>
            {samples.slice(-3).map((sample) => (
              <Text key={sample} size="sm" c="dimmed" dir="auto">
                "{sample}"
              </Text>
            ))}
          </Stack>
          <PageButton
            to="/write"
            search={{ new: 'yes', about: topic }}
            size="xs"
            variant="default"
            aria-label={t('Write this trail: {topicName}', { topicName: topicName(topic) })}
          >
            {t('Write this trail')}
          </PageButton>
        </Group>
      ))}
      <KeepQuestions answer={answer} />
    </Section>
  );
}

function KeepQuestions({ answer }: { readonly answer: Insight }) {
  const session = useSession();
  const cache = useQueryClient();
  const changing = useChange(keepQuestions, {
    done: t('Saved.'),
    after: (fresh) => void cache.setQueryData(insight.queryKey, fresh),
  });
  if (!canManage(session)) return null;
  return (
    <Switch
      checked={answer.keep_questions}
      {...busy(changing.isPending)}
      onChange={(event) => changing.mutate(event.currentTarget.checked)}
      label={t('Keep the texts of these questions')}
      description={t(
        'Off: only topics are counted. On: authors can read the questions, without names. Switching it off deletes the texts.',
      )}
    />
  );
}

const FIRST_SHOWN = 20;

function NeverUsed({ answer }: { readonly answer: Insight }) {
  const [isWhole, showAll] = useState(false);
  return (
    <Section
      title={t('Never used')}
      hint={t('Live trails that no one opened in this period. Do their examples match how people ask?')}
    >
      {answer.never_used.length === 0 ? (
        <Text c="dimmed">{t('None.')}</Text>
      ) : (
        <>
          <List spacing={4}>
            {answer.never_used.slice(0, isWhole ? undefined : FIRST_SHOWN).map(({ id, title }) => (
              <List.Item key={id}>
                <TrailLink id={id} title={title} />
              </List.Item>
            ))}
          </List>
          {!isWhole && answer.never_used.length > FIRST_SHOWN && (
            <Button variant="default" w="fit-content" onClick={() => showAll(true)}>
              {t('Show all {neverUsed}', { neverUsed: answer.never_used.length })}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}

const TrailLink = ({ id, title }: { readonly id: string; readonly title: string }) => (
  <PageAnchor to="/write/$trailId" params={{ trailId: id }} dir="auto">
    {title}
  </PageAnchor>
);
