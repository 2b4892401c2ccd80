// The result of a rehearsal: seats and counts, then the people, trails and requests in tabs.
import { Alert, Group, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '../../api/connections.ts';
import type { Rehearsal } from '../../api/rehearsals.ts';
import { MoreRows, useSomeRows } from '../../parts/lists/some-rows.tsx';
import { StackedTable } from '../../parts/lists/stacked-table.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Empty } from '../../parts/page/states.tsx';
import { TabRow } from '../../parts/page/tab-row.tsx';
import { inDigits } from '../../parts/texts/digits.ts';
import { t } from '../../parts/texts/t.ts';
import { PredictedLines } from './predicted-lines.tsx';
import { countsOf, PredictedPeople } from './predicted-people.tsx';

interface PredictionProps {
  readonly connection: Connection;
  readonly prediction: Rehearsal;
}

export function Prediction({ connection, prediction }: PredictionProps) {
  const { people, trails, lines, skipped } = prediction;
  const [tab, setTab] = useState<string | null>('people');
  if (lines.length === 0) return <NothingRan skipped={skipped} />;
  return (
    <Stack gap="md">
      <Warnings prediction={prediction} />
      <Summary prediction={prediction} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabRow open={tab ?? 'people'} mb="md" aria-label={t('What would change')}>
          <Tabs.Tab value="people">{t('People ({count})', { count: people.length })}</Tabs.Tab>
          <Tabs.Tab value="trails">{t('Trails ({count})', { count: trails.length })}</Tabs.Tab>
          <Tabs.Tab value="lines">{t('Requests ({count})', { count: lines.length })}</Tabs.Tab>
        </TabRow>
        <Tabs.Panel value="people">
          <PredictedPeople people={people} />
        </Tabs.Panel>
        <Tabs.Panel value="trails">
          <PredictedTrails trails={trails} />
        </Tabs.Panel>
        <Tabs.Panel value="lines">
          <PredictedLines connection={connection} lines={lines} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

const NothingRan = ({ skipped }: { readonly skipped: number }) => (
  <Empty title={t('Nothing to rehearse')}>
    {skipped > 0
      ? t(
          'The log did not keep the content of {skipped, plural, one {# request} other {# requests}}. Keep requests, then rehearse the next cycle.',
          { skipped },
        )
      : t('The last cycle changed nothing, or the log no longer contains its requests.')}
  </Empty>
);

function Warnings({ prediction: { is_complete, skipped, lines } }: { readonly prediction: Rehearsal }) {
  return (
    <>
      {!is_complete && (
        <Alert color="yellow" variant="light" role="alert" title={t('The rehearsal ran out of time')}>
          <Text size="sm">
            {t(
              'This is the result of the first {count, plural, one {request} other {# requests}}. Try a shorter list.',
              {
                count: lines.length,
              },
            )}
          </Text>
        </Alert>
      )}
      {skipped > 0 && (
        <Alert color="yellow" variant="light" title={t('Some requests are missing')}>
          <Text size="sm">
            {t(
              'The log did not keep the content of {skipped, plural, one {# request} other {# requests}}, so the real result may differ.',
              { skipped },
            )}
          </Text>
        </Alert>
      )}
    </>
  );
}

function Summary({ prediction: { people, seats, refused } }: { readonly prediction: Rehearsal }) {
  const isOver = seats.limit !== null && seats.after >= seats.limit;
  const facts = [
    ...countsOf(people).map(({ word, count }) => ({ name: word, value: inDigits(count) })),
    {
      name: t('Seats'),
      value:
        seats.limit === null
          ? t('{before} → {after}', { before: seats.before, after: seats.after })
          : t('{before} → {after} of {limit}', { ...seats, limit: seats.limit }),
    },
    { name: t('Refused requests'), value: inDigits(refused) },
  ];
  return (
    <section className="card" style={{ padding: 18 }} aria-label={t('Summary')}>
      <Group component="dl" gap="xl" m={0} align="flex-start">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fw={620} className="numbers">
              {value}
            </Text>
          </div>
        ))}
      </Group>
      {isOver && (
        <Text size="sm" mt="sm">
          {t('No seat would be left. See the refused requests for people who would not get one.')}
        </Text>
      )}
    </section>
  );
}

function PredictedTrails({ trails }: { readonly trails: Rehearsal['trails'] }) {
  const { shown, left, showAll } = useSomeRows(trails, 100);
  if (trails.length === 0)
    return <Empty title={t('No trail changes')}>{t('Everyone would see the same restricted trails as now.')}</Empty>;
  return (
    <div className="card" style={{ padding: 8 }}>
      <StackedTable
        label={t('Restricted trails')}
        headings={[t('Trail'), t('People who gain it'), t('People who lose it')]}
        rows={shown.map(({ trail_id, title, gained, lost }) => ({
          key: trail_id,
          cells: [
            <PageAnchor key="title" to="/trails/$trailId" params={{ trailId: trail_id }} size="sm">
              {title || t('A trail that you cannot see')}
            </PageAnchor>,
            inDigits(gained),
            inDigits(lost),
          ],
        }))}
      />
      <MoreRows left={left} showAll={showAll} />
    </div>
  );
}
