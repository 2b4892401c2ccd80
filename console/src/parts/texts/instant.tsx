// A moment in the reader's own zone: how long ago, and exactly when on hover and for screen readers.

import { Tip } from '../page/tip.tsx';
import { dateFormat, roughly } from './formats.ts';

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
  /** Still to come. */
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
