// A moment in the reader's own zone and language: how long ago, and exactly when on hover and for screen readers.
import { DAY_MS, HOUR_MS } from './durations.ts';
import { dateFormat, onDay } from './formats.ts';
import { Tip } from './tip.tsx';

const EXACT = dateFormat({ dateStyle: 'medium', timeStyle: 'long' });
const MOMENT = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
let relative: Intl.RelativeTimeFormat | undefined;
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
];

export function Instant({ at }: { readonly at: string }) {
  return (
    <Tip label={() => exactly(at)}>
      <time dateTime={at} className="numbers">
        {roughly(at, Date.now())}
      </time>
    </Tip>
  );
}

/** "last used 3 hours ago", in the middle of a sentence. */
export function LastUsed({ at }: { readonly at: string }) {
  return (
    <>
      last used <Instant at={at} />
    </>
  );
}

/** "Mon, 4 Jan, 09:00": a moment to come, with what a person needs to be there. */
export const moment = (at: string): string => MOMENT.format(new Date(at));
export const exactly = (at: string): string => EXACT.format(new Date(at));

/** "3 hours ago" within a week, the date beyond it. */
export function roughly(at: string, now: number): string {
  const away = Date.parse(at) - now;
  if (Math.abs(away) > 7 * DAY_MS) return onDay(at);
  for (const [unit, length] of STEPS) {
    if (Math.abs(away) < length) continue;
    relative ??= new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
    return relative.format(Math.round(away / length), unit);
  }
  return away <= 0 ? 'just now' : 'in a moment';
}
