// People and directory sync over the last days.

import { AreaChart } from '../parts/charts/area-chart.tsx';
import { BarChart } from '../parts/charts/bar-chart.tsx';
import { PageAnchor } from '../parts/page/links.tsx';
import { counted } from '../parts/texts/counted.ts';
import { inDigits } from '../parts/texts/digits.ts';
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
      title="People"
      figure={inDigits(used)}
      unit={limit === null ? `${used === 1 ? 'seat' : 'seats'} taken` : `of ${counted(limit, 'seat')} taken`}
      more={{ to: '/admin/members', label: 'Members' }}
    >
      <AreaChart
        caption="Seats taken at the end of each day"
        heading="Seats"
        points={all.map((day, at) => ({ label: dayLabel(day), value: values[at] ?? null }))}
        // A limit far above the values would flatten the line.
        limit={limit !== null && limit <= used * 4 ? limit : null}
      />
    </FigureCard>
  );
}

const OUTCOMES = [
  { key: 'ok', label: 'Done' },
  { key: 'refused', label: 'Refused' },
  { key: 'failed', label: 'Failed' },
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
      title="Directory sync"
      figure={inDigits(total)}
      unit={`${total === 1 ? 'request' : 'requests'}${wrong > 0 ? `, ${inDigits(wrong)} not done` : ''}`}
      more={{ to: '/admin/connections', label: counted(connections, 'connection') }}
    >
      {total === 0 ? (
        <NotYet>
          {connections === 0 ? (
            <>
              No identity provider yet. <PageAnchor to="/admin/connections">Connect Okta, Entra or another</PageAnchor>,
              and its daily activity appears here.
            </>
          ) : (
            'Connected, but nothing was sent in this period.'
          )}
        </NotYet>
      ) : (
        <BarChart
          caption="Requests of identity providers, by what became of them"
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
