// Trails as table rows: purpose, status, and whether their examples pass.

import { Text } from '@mantine/core';
import type { TrailFacts } from '../../api/care.ts';
import type { Trail } from '../../api/trails.ts';
import { type Column, type Pages, Rows } from '../../parts/lists/rows.tsx';
import { TickBox } from '../../parts/lists/tick-box.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Status } from '../../parts/page/status.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { t } from '../../parts/texts/t.ts';
import { isOverdue } from '../days.ts';
import { TrailStatusWord } from '../trail/trail-status.tsx';

type TrailRow = Trail & { readonly facts: TrailFacts | undefined };

const COLUMNS: readonly Column<TrailRow>[] = [
  {
    heading: t('Trail'),
    width: 'minmax(0, 3fr)',
    cell: (trail) => (
      <PageAnchor
        to="/write/$trailId"
        params={{ trailId: trail.id }}
        fw={560}
        c="inherit"
        truncate
        display="block"
        size="sm"
        dir="auto"
      >
        {trail.title}
      </PageAnchor>
    ),
  },
  {
    heading: t('For'),
    width: 'minmax(0, 1.2fr)',
    cell: ({ target_role }) => (
      <Text size="sm" c="dimmed" truncate dir="auto">
        {target_role || t('Anyone')}
      </Text>
    ),
  },
  { heading: t('Status'), width: '146px', cell: (trail) => <RowStatus trail={trail} /> },
  { heading: t('Examples'), width: '90px', cell: (trail) => <Examples trail={trail} /> },
  {
    heading: t('Seen by'),
    width: '80px',
    cell: ({ visibility, grant_count, facts }) => (
      <Text size="sm" c="dimmed">
        {visibility === 'all_teams'
          ? t('Everyone')
          : t('{audienceCount} granted', { audienceCount: facts?.audience_count ?? grant_count })}
      </Text>
    ),
  },
  {
    heading: t('Owner'),
    width: 'minmax(0, 1fr)',
    cell: ({ facts }) => (
      <Text size="sm" c="dimmed" truncate dir="auto">
        {facts?.owner?.name ?? t('No one')}
      </Text>
    ),
  },
  {
    heading: t('Changed'),
    width: '106px',
    cell: (trail) => (
      <Text size="sm" c="dimmed">
        <Instant at={trail.updated_at} />
      </Text>
    ),
  },
];

/** The selected trails, by id. */
export interface TrailChoice {
  readonly chosen: ReadonlyMap<string, Trail>;
  readonly choose: (trails: readonly Trail[], isChosen: boolean) => void;
}

interface TrailRowsProps {
  /** Undefined if trails cannot be selected. */
  readonly choice: TrailChoice | undefined;
  readonly trails: readonly Trail[];
  readonly facts: readonly TrailFacts[];
  readonly pages: Pages;
}

export function TrailRows({ trails, facts, pages, choice }: TrailRowsProps) {
  const beside = new Map(facts.map((one) => [one.trail_id, one]));
  const rows = trails.map((trail) => ({ ...trail, facts: beside.get(trail.id) }));
  const columns = choice === undefined ? COLUMNS : [tickColumn(trails, choice), ...COLUMNS];
  return <Rows label={t('Trails')} rows={rows} columns={columns} keyOf={({ id }) => id} pages={pages} height={40} />;
}

/** `listed`: the rows loaded so far. */
function tickColumn(listed: readonly Trail[], { chosen, choose }: TrailChoice): Column<TrailRow> {
  const count = listed.filter(({ id }) => chosen.has(id)).length;
  return {
    heading: t('Choose'),
    width: '28px',
    control: (
      <TickBox
        label={t('Select all trails listed so far')}
        isTicked={count > 0 && count === listed.length}
        isMixed={count > 0 && count < listed.length}
        onTick={(isTicked) => choose(listed, isTicked)}
      />
    ),
    cell: (trail) => (
      <TickBox
        label={t('Select {trail}', { trail: trail.title })}
        isTicked={chosen.has(trail.id)}
        onTick={(isTicked) => choose([trail], isTicked)}
      />
    ),
  };
}

/** The status: first anything that needs attention, otherwise the trail's own. */
function RowStatus({ trail }: { readonly trail: TrailRow }) {
  const { status, facts } = trail;
  if (status !== 'archived' && facts !== undefined) {
    if (facts.schedule === 'failed') return <Status tone="trouble">{t('Not as scheduled')}</Status>;
    if (facts.approval === 'requested') return <Status tone="attention">{t('Waits for approval')}</Status>;
    if (facts.review_by !== null && isOverdue(facts.review_by))
      return <Status tone="attention">{t('Review overdue')}</Status>;
    if (facts.schedule === 'waiting') return <Status tone="quiet">{t('Scheduled')}</Status>;
  }
  return <TrailStatusWord trail={trail} />;
}

function Examples({ trail: { surfacing_tests: tests } }: { readonly trail: Trail }) {
  if (tests === null || tests === undefined) return <Status tone="quiet">{t('Not run')}</Status>;
  return tests.all_pass ? (
    <Status tone="fine">{t('All pass')}</Status>
  ) : (
    <Status tone="attention">{t('{failing} failing', { failing: tests.failing.length })}</Status>
  );
}
