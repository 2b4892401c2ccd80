// People and directory sync over the last days.

import { AreaChart } from '../parts/charts/area-chart.tsx';
import { BarChart } from '../parts/charts/bar-chart.tsx';
import { PageAnchor } from '../parts/page/links.tsx';
import { inDigits } from '../parts/texts/digits.ts';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';
import { carriedForward, dayLabel, everyDay } from './days.ts';
import { FigureCard, NotYet } from './figure-card.tsx';
import type { Overview } from './overview-api.ts';

interface SeatsCardProps {
  readonly seats: NonNullable<Overview['seats']>;
  readonly answer: Overview;
}

export function SeatsCard({ seats: { used, limit, by_day }, answer: { from, days } }: SeatsCardProps) {
  const all = everyDay(from, days);
  const values = carriedForward(all, by_day);
  return (
    <FigureCard
      title={t('People')}
      figure={inDigits(used)}
      unit={
        limit === null
          ? t('{used, plural, one {seat} other {seats}} taken', { used })
          : t('of {limit, plural, one {# seat} other {# seats}} taken', { limit })
      }
      more={{ to: '/admin/members', label: t('Members') }}
    >
      <AreaChart
        caption={t('Seats taken at the end of each day')}
        heading={t('Seats')}
        points={all.map((day, at) => ({ label: dayLabel(day), value: values[at] ?? null }))}
        // A limit far above the values would flatten the line.
        limit={limit !== null && limit <= used * 4 ? limit : null}
      />
    </FigureCard>
  );
}

const OUTCOMES = [
  { key: 'ok', label: t('Done') },
  { key: 'refused', label: t('Refused') },
  { key: 'failed', label: t('Failed') },
] as const;

interface SyncCardProps {
  readonly sync: NonNullable<Overview['sync']>;
  readonly answer: Overview;
}

export function SyncCard({ sync: { connections, by_day }, answer: { from, days } }: SyncCardProps) {
  const total = by_day.reduce((sum, { ok, refused, failed }) => sum + ok + refused + failed, 0);
  const wrong = by_day.reduce((sum, { refused, failed }) => sum + refused + failed, 0);
  const of = new Map(by_day.map((day) => [day.day, day]));
  return (
    <FigureCard
      title={t('Directory sync')}
      figure={inDigits(total)}
      unit={
        wrong > 0
          ? t('{total, plural, one {request} other {requests}}, {wrong} not done', { total, wrong })
          : t('{total, plural, one {request} other {requests}}', { total })
      }
      more={{
        to: '/admin/connections',
        label: t('{connections, plural, one {# connection} other {# connections}}', { connections }),
      }}
    >
      {total === 0 ? (
        <NotYet>
          {connections === 0
            ? rich(
                'No identity provider yet. <a>Connect Okta, Entra or another</a>, and its daily activity appears here.',
                { a: (text) => <PageAnchor to="/admin/connections">{text}</PageAnchor> },
              )
            : t('Connected, but nothing was sent in this period.')}
        </NotYet>
      ) : (
        <BarChart
          caption={t('Requests of identity providers, by what became of them')}
          series={OUTCOMES}
          points={everyDay(from, days).map((day) => {
            const { ok = 0, refused = 0, failed = 0 } = of.get(day) ?? {};
            return { label: dayLabel(day), values: { ok, refused, failed } };
          })}
        />
      )}
    </FigureCard>
  );
}
