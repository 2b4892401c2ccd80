// Catalog health: whether live trails are found for prompts worded unlike their examples, and which trails are found
// instead.
import { joined } from '../../parts/texts/listed.ts';
import '@mantine/core/styles/Progress.css';
import { inDigits } from '../../parts/texts/digits.ts';
import './health.css';
import { Progress, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { catalogHealth, type TrailHealth } from '../../api/evaluation.ts';
import { MoreRows, useSomeRows } from '../../parts/lists/some-rows.tsx';
import { WideTable } from '../../parts/lists/wide-table.tsx';
import { PageButton } from '../../parts/page/links.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Answered, Empty } from '../../parts/page/states.tsx';
import { Status } from '../../parts/page/status.tsx';
import { t } from '../../parts/texts/t.ts';
import { DrawnChart } from './drawn-chart.tsx';
import { HealthLink } from './health-link.tsx';
import { StaleTrails } from './stale-trails.tsx';
import { Twins } from './twins.tsx';

/** The judge needs a pause between two pages. With a shorter one it would refuse some requests. */
const NEXT_PAGE_MS = 1_500;

export function HealthPage() {
  const health = useInfiniteQuery(catalogHealth);
  const { hasNextPage, isFetching, isError, fetchNextPage } = health;
  const isFirst = health.data?.pages.length === 1;
  // Loads all pages while the page is open, no faster than the judge's rate limit. The first page is short, so the
  // second follows immediately.
  useEffect(() => {
    if (!hasNextPage || isFetching || isError) return;
    const timer = setTimeout(() => void fetchNextPage(), isFirst ? 0 : NEXT_PAGE_MS);
    return () => clearTimeout(timer);
  }, [hasNextPage, isFetching, isError, isFirst, fetchNextPage]);
  return (
    <Page
      title={t('Catalog health')}
      lead={t(
        "Each example of a live trail is removed and tried as if someone had just typed it. If a trail isn't found here, employees won't find it either.",
      )}
    >
      <Answered of={health} rows={8}>
        {({ pages }) => {
          const trails = pages.flatMap(({ items }) => items);
          const live = pages[0]?.live ?? 0;
          if (trails.length === 0)
            return (
              <Empty
                title={t('No live trails yet')}
                drawing={<DrawnChart />}
                action={<PageButton to="/write">{t('See the trails')}</PageButton>}
              >
                {t('Publish the first one, and its examples are evaluated here.')}
              </Empty>
            );
          const isDone = trails.length >= live;
          return (
            <Stack gap="lg">
              <Tried tried={trails.length} live={live} />
              <Figures trails={trails} />
              <Needing trails={trails} isDone={isDone} />
              <Twins trails={trails} isDone={isDone} />
              <StaleTrails />
              <Taking trails={trails} />
            </Stack>
          );
        }}
      </Answered>
    </Page>
  );
}

type Trails = readonly TrailHealth[];

/** Progress. All numbers below cover only the trails evaluated so far. */
function Tried({ tried, live }: { readonly tried: number; readonly live: number }) {
  const isDone = tried >= live;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        {isDone
          ? t('{live, plural, one {# live trail, evaluated} other {# live trails, all evaluated}}.', { live })
          : t('{tried} of {live, plural, one {# live trail} other {# live trails}} evaluated; the others follow.', {
              tried,
              live,
            })}
      </Text>
      {!isDone && <Progress value={(100 * tried) / live} size="sm" aria-label={t('Live trails evaluated')} />}
    </div>
  );
}

function Figures({ trails }: { readonly trails: Trails }) {
  const examples = trails.reduce((sum, { match_examples }) => sum + match_examples, 0);
  const found = trails.reduce((sum, trail) => sum + trail.found, 0);
  const lost = trails.reduce((sum, { lost_to }) => sum + lost_to.reduce((all, one) => all + one.examples.length, 0), 0);
  const nowhere = examples - found - lost;
  const silent = trails.filter(({ match_examples }) => match_examples === 0).length;
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      <Figure
        value={inDigits(found)}
        label={t('of {examples, plural, one {# example} other {# examples}} found when left out', { examples })}
      />
      <Figure value={inDigits(lost)} label={t('{lost, plural, one {goes} other {go}} to another trail', { lost })} />
      <Figure
        value={inDigits(nowhere)}
        label={t('{nowhere, plural, one {goes} other {go}} to no trail', { nowhere })}
      />
      <Figure
        value={inDigits(silent)}
        label={t('{silent, plural, one {trail} other {trails}} without an example', { silent })}
      />
    </SimpleGrid>
  );
}

const Figure = ({ value, label }: { readonly value: string; readonly label: string }) => (
  <div className="card figure">
    <Text fz={26} fw={640} lh={1.2} className="numbers">
      {value}
    </Text>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
  </div>
);

/** Trails that need attention, the worst first. */
function Needing({ trails, isDone }: { readonly trails: Trails; readonly isDone: boolean }) {
  const needing = trails
    .filter(({ match_examples, found }) => match_examples === 0 || found < match_examples)
    .sort((one, other) => shareOf(one) - shareOf(other));
  const { shown, left, showAll } = useSomeRows(needing);
  return (
    <section className="card table-card" aria-labelledby="needing">
      <Title order={2} id="needing" px="md" pt="md" pb={needing.length === 0 ? 'md' : 4}>
        {t('Needs attention')}
      </Title>
      {needing.length > 0 && (
        <Text size="sm" c="dimmed" px="md" pb="sm">
          {t('Give the trail that is not found more examples, and the trail found instead narrower keywords.')}
        </Text>
      )}
      {needing.length === 0 ? (
        <Text c="dimmed" px="md" pb="md">
          {isDone
            ? t('Nothing: every example is found even when it is left out.')
            : t('Nothing so far: every example is found even when it is left out.')}
        </Text>
      ) : (
        <ul className="needing">
          {shown.map((health) => (
            <li key={health.trail.id} className="needing-line">
              <div className="needing-text">
                <HealthLink trail={health.trail} />
                <Text size="sm" c="dimmed">
                  {adviceFor(health)}
                </Text>
              </div>
              <div className="needing-state">
                {health.match_examples === 0 ? (
                  <Status tone="quiet">{t('No examples')}</Status>
                ) : (
                  <Status tone={health.found === 0 ? 'trouble' : 'attention'}>
                    {t('{found} of {matchExamples} found', {
                      found: health.found,
                      matchExamples: health.match_examples,
                    })}
                  </Status>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <MoreRows left={left} showAll={showAll} />
    </section>
  );
}

const shareOf = ({ found, match_examples }: TrailHealth): number =>
  match_examples === 0 ? -1 : found / match_examples;

function adviceFor({ match_examples, lost_to, unsupported }: TrailHealth): string {
  if (match_examples === 0) return t('Add examples in the words of people who do this task.');
  const taken = lost_to.map(({ trail }) => `"${trail.title}"`);
  if (taken.length > 0) return t('Set it apart from {taken}.', { taken: joined(taken.slice(0, 2)) });
  return t('Write {max, plural, one {# more example} other {# more examples}} in other words.', {
    max: Math.max(1, unsupported.length),
  });
}

const MAX_ROWS = 30;
/** Column widths for the titles of the trail that loses prompts and of those that get them. */
const [LOSES_PX, TAKES_PX] = [220, 110];

/** Which trails are found for the examples of others. */
function Taking({ trails }: { readonly trails: Trails }) {
  const all = trails.filter(({ lost_to }) => lost_to.length > 0);
  const losing = all.slice(0, MAX_ROWS);
  if (losing.length === 0) return null;
  const takers = [
    ...new Map(losing.flatMap(({ lost_to }) => lost_to.map(({ trail }) => [trail.id, trail] as const))).values(),
  ];
  return (
    <section className="card table-card" aria-labelledby="taking">
      <Title order={2} id="taking" px="md" pt="md">
        {t('Trails that take examples from others')}
      </Title>
      <Text size="sm" c="dimmed" px="md" pb="sm">
        {t('Each row loses examples to the trails in the columns.')}{' '}
        {all.length > MAX_ROWS &&
          t('The first {maxRows} of {all, plural, one {# trail} other {# trails}} that lose examples.', {
            maxRows: MAX_ROWS,
            all: all.length,
          })}
      </Text>
      <WideTable
        label={t('Trails that take examples from others')}
        minWidth={Math.max(480, LOSES_PX + TAKES_PX * takers.length)}
      >
        <Table className="matrix" verticalSpacing={6} horizontalSpacing="sm" withColumnBorders>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={LOSES_PX}>{t('Loses')}</Table.Th>
              {takers.map(({ id, title }) => (
                <Table.Th key={id} maw={140}>
                  <Text size="xs" lineClamp={2} title={title}>
                    {title}
                  </Text>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {losing.map(({ trail, lost_to }) => (
              <Table.Tr key={trail.id}>
                <Table.Th scope="row">
                  <HealthLink trail={trail} />
                </Table.Th>
                {takers.map(({ id }) => {
                  const count = lost_to.find((one) => one.trail.id === id)?.examples.length ?? 0;
                  return (
                    <Table.Td key={id} ta="center" className="matrix-cell" data-weight={Math.min(count, 3)}>
                      {count === 0 ? '' : count}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </section>
  );
}
