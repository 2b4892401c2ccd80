// A time in the local time zone: relative, with the exact time on hover and for screen readers.

import { Tip } from '../page/tip.tsx';
import { dateFormat, roughly } from './formats.ts';
import { rich } from './rich.ts';

const EXACT = dateFormat({ dateStyle: 'medium', timeStyle: 'long' });
const MOMENT = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

interface InstantProps {
  readonly at: string;
  /** True if it is in the future. */
  readonly isAhead?: boolean;
}

export function Instant({ at, isAhead = false }: InstantProps) {
  return (
    <Tip label={() => exactly(at)}>
      <time dateTime={at} className="numbers">
        {roughly(at, Date.now(), isAhead)}
      </time>
    </Tip>
  );
}

/** "last used 3 hours ago", for use within a sentence. */
export function LastUsed({ at }: { readonly at: string }) {
  return rich('last used {when}', { when: <Instant at={at} /> });
}

/** "Mon, Jan 4, 09:00", for times in the future. */
export const moment = (at: string): string => MOMENT.format(new Date(at));
export const exactly = (at: string): string => EXACT.format(new Date(at));
