// A date and time in the local time zone, for scheduling.
import { TextInput } from '@mantine/core';
import { MAX_SCHEDULED_DAYS } from '../../../../src/trails/document/limits.ts';
import { DAY_MS } from '../../parts/texts/durations.ts';
import { t } from '../../parts/texts/t.ts';

interface MomentFieldProps {
  readonly label: string;
  /** The field's value: `2027-01-04T09:00`, without a zone. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function MomentField({ label, value, onChange }: MomentFieldProps) {
  const chosen = momentOf(value);
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={t('In your time zone, {zone}. It happens within seconds of this time.', { zone: ZONE })}
      value={value}
      min={localText(new Date())}
      max={localText(latest())}
      error={chosen !== undefined && obstacleOf(chosen)}
      onChange={(event) => onChange(event.currentTarget.value)}
      maw={320}
    />
  );
}

function momentOf(text: string): Date | undefined {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at;
}

/** The time, or undefined if nothing can be scheduled for it. The field says why. */
export function schedulable(text: string): Date | undefined {
  const at = momentOf(text);
  return at === undefined || obstacleOf(at) !== undefined ? undefined : at;
}

function obstacleOf(at: Date): string | undefined {
  if (at.getTime() <= Date.now()) return t('This time is in the past. Choose a later one.');
  if (at > latest()) return t('This is more than a year away. Choose an earlier time.');
  return undefined;
}

const latest = (): Date => new Date(Date.now() + MAX_SCHEDULED_DAYS * DAY_MS);

/** Tomorrow at 9:00, as a field value. */
export function tomorrowMorning(): string {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return localText(at);
}

const localText = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
