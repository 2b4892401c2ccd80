// The days of a chart, including those without data.
import { DAY_MS } from '../parts/texts/durations.ts';
import { dateFormat } from '../parts/texts/formats.ts';

const LABEL = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `2026-11-22` as "Nov 22". */
export const dayLabel = (day: string): string => LABEL.format(new Date(`${day}T00:00:00Z`));

/** `count` days starting with `from`, such as `2026-11-22`. */
export const everyDay = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + at * DAY_MS).toISOString().slice(0, 10),
  );

/** The value of each day. A missing day repeats the previous value; days before the first value are null. */
export function carriedForward(
  days: readonly string[],
  noted: readonly { readonly day: string; readonly used: number }[],
): (number | null)[] {
  const of = new Map(noted.map(({ day, used }) => [day, used]));
  let last: number | null = null;
  return days.map((day) => {
    last = of.get(day) ?? last;
    return last;
  });
}
