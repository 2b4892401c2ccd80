// Statistics of the sync: successful and refused requests over time, and the most frequent causes of refusals.

import { Anchor, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CONNECTION } from '../../addresses.ts';
import { logSummary, type LogSummary as Summary } from '../../api/connections.ts';
import { BarChart, type BarPoint } from '../../parts/charts/bar-chart.tsx';
import { useAddress } from '../../parts/page/address.ts';
import { Unanswered } from '../../parts/page/states.tsx';
import { inDigits } from '../../parts/texts/digits.ts';
import { DAY_MS, HOUR_MS } from '../../parts/texts/durations.ts';
import { locale } from '../../parts/texts/language.ts';
import { t } from '../../parts/texts/t.ts';
import { causeOf, remedyOf } from './remedies.ts';

interface LogSummaryProps {
  readonly connectionId: string;
  /** Filters the log by a part of the explanation. */
  readonly see: (text: string) => void;
}

const SERIES = [
  { key: 'ok', label: t('Done') },
  { key: 'refused', label: t('Refused') },
  { key: 'failed', label: t('Failed') },
];

export function LogSummary({ connectionId, see }: LogSummaryProps) {
  const [{ over }, go] = useAddress({ over: CONNECTION.over });
  const by = over === 'hour' ? 'hour' : 'day';
  const asked = useQuery(logSummary(connectionId, by));
  const { data } = asked;
  if (data === undefined) return <Unanswered of={asked} />;
  if (data.points.length === 0) return null;
  const refused = data.causes.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="card" style={{ padding: 18 }}>
      <Group justify="space-between" mb="sm">
        <Title order={2} fz="md">
          {refused === 0
            ? by === 'hour'
              ? t('Nothing was refused in the last 24 hours')
              : t('Nothing was refused in the last 30 days')
            : by === 'hour'
              ? t('{refused, plural, one {# request} other {# requests}} refused in the last 24 hours', { refused })
              : t('{refused, plural, one {# request} other {# requests}} refused in the last 30 days', { refused })}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('Period')}
          value={by}
          onChange={(value) => go({ over: value })}
          data={[
            { value: 'hour', label: t('24 hours') },
            { value: 'day', label: t('30 days') },
          ]}
        />
      </Group>
      <BarChart
        caption={t('Requests of the identity provider: done, refused and failed')}
        series={SERIES}
        points={filled(data.points, by, Date.now())}
        height={84}
      />
      <Causes causes={data.causes} see={see} />
    </div>
  );
}

function Causes({ causes, see }: { readonly causes: Summary['causes']; readonly see: (text: string) => void }) {
  const [first] = causes;
  if (first === undefined) return null;
  // The first cause has the largest count.
  const width = `${inDigits(first.count).length}ch`;
  return (
    <Stack gap={8} mt="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('Causes')}>
      {causes.slice(0, 6).map((cause) => (
        <li key={`${cause.status} ${cause.scim_type} ${cause.explanation}`}>
          <Group gap={10} wrap="nowrap" align="baseline">
            <Text className="numbers" fw={620} w={width} ta="right" style={{ flexShrink: 0 }}>
              {inDigits(cause.count)}
            </Text>
            <div>
              <Text size="sm">{causeOf(cause)}</Text>
              <Text size="sm" c="dimmed">
                {remedyOf(cause)}{' '}
                <Anchor component="button" type="button" size="sm" onClick={() => see(longestPart(cause.explanation))}>
                  {t('See them')}
                </Anchor>
              </Text>
            </div>
          </Group>
        </li>
      ))}
    </Stack>
  );
}

/** The longest part that all entries of a cause share, to search for. */
const longestPart = (explanation: string): string =>
  explanation
    .split('…')
    .sort((one, other) => other.length - one.length)[0]
    ?.trim()
    .slice(0, 200) ?? '';

const STEPS = { hour: HOUR_MS, day: DAY_MS } as const;

/** All 24 hours of a day or all of the last 30 days, including empty ones. */
function filled(points: Summary['points'], by: 'hour' | 'day', now: number): BarPoint[] {
  const step = STEPS[by];
  const last = Math.floor(now / step) * step;
  const known = new Map(points.map((point) => [Date.parse(point.at), point]));
  return Array.from({ length: by === 'hour' ? 24 : 30 }, (_, back) => {
    const at = last - ((by === 'hour' ? 23 : 29) - back) * step;
    const { ok = 0, refused = 0, failed = 0 } = known.get(at) ?? {};
    return { label: labelOf(at, by), values: { ok, refused, failed } };
  });
}

const labelOf = (at: number, by: 'hour' | 'day'): string =>
  new Intl.DateTimeFormat(
    locale(),
    by === 'hour' ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short', timeZone: 'UTC' },
  ).format(new Date(at));
