// From which day to which a log is shown.
import { TextInput } from '@mantine/core';

interface Days {
  readonly from: string;
  readonly until: string;
}

interface DayRangeProps {
  readonly asked: Days;
  readonly set: (part: Partial<Days>) => void;
}

const WIDTH = 140;

export const DayRange = ({ asked, set }: DayRangeProps) => (
  <>
    <TextInput
      type="date"
      label="From"
      w={WIDTH}
      value={asked.from}
      onChange={(event) => set({ from: event.currentTarget.value })}
    />
    <TextInput
      type="date"
      label="Up to and including"
      w={WIDTH}
      value={asked.until}
      onChange={(event) => set({ until: event.currentTarget.value })}
    />
  </>
);
