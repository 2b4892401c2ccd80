// The use of a trail as a sentence. Gives a number only if at least five people used it.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';
import { trailInsight } from './insight-api.ts';

export function TrailUse({ trailId }: { readonly trailId: string }) {
  const { data, error, refetch } = useQuery(trailInsight(trailId));
  if (data === undefined && error !== null)
    return (
      <span role="alert">
        {rich('The use of this trail could not be loaded. <a>Try again</a>', {
          a: (text) => (
            <Anchor component="button" type="button" size="sm" onClick={() => void refetch()}>
              {text}
            </Anchor>
          ),
        })}
      </span>
    );
  if (data === undefined) return null;
  return <span>{sentenceOf(data)}</span>;
}

interface Use {
  readonly days: number;
  readonly deliveries: number | null;
  readonly helpful_rate: number | null;
}

/** "Used 41 times in 7 days, 92 % helpful". */
function sentenceOf({ days, deliveries, helpful_rate }: Use): string {
  const used =
    deliveries === null
      ? t('Used by fewer than five people in {days, plural, one {# day} other {# days}}', { days })
      : t('Used {deliveries, plural, one {# time} other {# times}} in {days, plural, one {# day} other {# days}}', {
          deliveries,
          days,
        });
  return helpful_rate === null
    ? used
    : t('{used}, {percent} % helpful', { used, percent: Math.round(helpful_rate * 100) });
}
