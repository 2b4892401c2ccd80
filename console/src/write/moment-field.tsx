// A day and a time in the reader's own zone, for what happens later.
import { TextInput } from '@mantine/core';

interface MomentFieldProps {
  readonly label: string;
  /** As the field has it: `2027-01-04T09:00`, without a zone. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function MomentField({ label, value, onChange }: MomentFieldProps) {
  const chosen = momentOf(value);
  const isPast = chosen !== undefined && chosen.getTime() <= Date.now();
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={`In your time zone, ${ZONE}. It happens within seconds of it.`}
      value={value}
      min={localText(new Date())}
      error={isPast && 'This time is past. Choose a later one.'}
      onChange={(event) => onChange(event.currentTarget.value)}
      maw={320}
    />
  );
}

/** The moment that the field's text names, undefined where it names none. */
export function momentOf(text: string): Date | undefined {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at;
}

/** Tomorrow at nine, as the field has it. */
export function tomorrowMorning(): string {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return localText(at);
}

const localText = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
