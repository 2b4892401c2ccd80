// The first and last day of a log to show.
import { TextInput } from '@mantine/core';
import { t } from '../parts/texts/t.ts';

interface Days {
  readonly from: string;
  readonly until: string;
}

interface DayRangeProps {
  readonly asked: Days;
  readonly set: (part: Partial<Days>) => void;
}

/** On a phone both fields share a line. */
const WIDTH = { base: '1 1 40%', xs: '0 0 8.75rem' };

export const DayRange = ({ asked, set }: DayRangeProps) => (
  <>
    <TextInput
      type="date"
      label={t('From')}
      flex={WIDTH}
      value={asked.from}
      onChange={(event) => set({ from: event.currentTarget.value })}
    />
    <TextInput
      type="date"
      label={t('Up to and including')}
      flex={WIDTH}
      value={asked.until}
      onChange={(event) => set({ until: event.currentTarget.value })}
    />
  </>
);
