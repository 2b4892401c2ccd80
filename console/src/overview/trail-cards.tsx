// The use of trails, and questions for which no trail was found.

import { Group, Text } from '@mantine/core';
import { topicName } from '../insight/insight-api.ts';
import { BarChart, type Series } from '../parts/charts/bar-chart.tsx';
import { PageAnchor } from '../parts/page/links.tsx';
import { inDigits } from '../parts/texts/digits.ts';
import { t } from '../parts/texts/t.ts';
import { dayLabel, everyDay } from './days.ts';
import { FigureCard, NotYet } from './figure-card.tsx';
import type { Overview } from './overview-api.ts';

type Use = Overview['use']['by_day'][number];

const SHAPES = [
  { key: 'console', label: t('Read here'), of: ['console'] },
  { key: 'find', label: t('Found by a question'), of: ['find', 'choice'], color: 3 },
  { key: 'skill', label: t('In AI tools'), of: ['skill', 'prompt'], color: 4 },
  { key: 'zip', label: t('Downloaded'), of: ['zip'], color: 2 },
] as const satisfies readonly (Series & { of: readonly Use['shape'][] })[];

export function UseCard({ answer: { use, from, days } }: { readonly answer: Overview }) {
  const total = use.by_day.reduce((sum, { deliveries }) => sum + deliveries, 0);
  return (
    <FigureCard
      title={t('Trails used')}
      figure={inDigits(total)}
      unit={t('{total, plural, one {time} other {times}}', { total })}
      more={{ to: '/insight', label: t('Insight') }}
    >
      {total === 0 ? (
        <NotYet>{t('Uses in the console and in AI tools appear here once five people have used a trail.')}</NotYet>
      ) : (
        <BarChart
          caption={t('How often trails were used, by how they reached people')}
          series={SHAPES}
          points={everyDay(from, days).map((day) => ({
            label: dayLabel(day),
            values: Object.fromEntries(SHAPES.map(({ key, of }) => [key, usesOn(day, of, use.by_day)])),
          }))}
        />
      )}
    </FigureCard>
  );
}

const usesOn = (day: string, shapes: readonly Use['shape'][], uses: readonly Use[]): number =>
  uses
    .filter((use) => use.day === day && shapes.includes(use.shape))
    .reduce((sum, { deliveries }) => sum + deliveries, 0);

const MAX_TOPICS = 5;

export function UnansweredCard({ answer: { use } }: { readonly answer: Overview }) {
  const total = use.unanswered.reduce((sum, { questions }) => sum + questions, 0);
  const most = Math.max(1, ...use.unanswered.map(({ questions }) => questions));
  return (
    <FigureCard
      title={t('Unanswered requests')}
      figure={inDigits(total)}
      unit={t('{total, plural, one {question} other {questions}}', { total })}
      more={{ to: '/insight', label: t('Insight') }}
    >
      {total === 0 ? (
        <Text size="sm" c="dimmed">
          {t('Topics that five people asked about without finding a trail appear here.')}
        </Text>
      ) : (
        <ol className="topic-list" aria-label={t('Topics, most asked first')}>
          {use.unanswered.slice(0, MAX_TOPICS).map(({ topic, questions }) => (
            <li key={topic}>
              <span className="topic-bar" style={{ width: `${(100 * questions) / most}%` }} aria-hidden />
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <PageAnchor
                  to="/write"
                  search={{ new: 'yes', about: topic }}
                  size="sm"
                  c="inherit"
                  aria-label={t('Write this trail: {topicName}', { topicName: topicName(topic) })}
                >
                  {topicName(topic)}
                </PageAnchor>
                <Text size="sm" c="dimmed" className="numbers" style={{ whiteSpace: 'nowrap' }}>
                  {t('{questions, plural, one {# question} other {# questions}}', { questions })}
                </Text>
              </Group>
            </li>
          ))}
        </ol>
      )}
      {total > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('Choose a topic to start a trail about it.')}
        </Text>
      )}
    </FigureCard>
  );
}
