// A note for a publishing step, limited to the length that the service stores.
import { Textarea } from '@mantine/core';
import { countCharacters, LIMITS } from '../../../../src/trails/document/limits.ts';
import { t } from '../../parts/texts/t.ts';

interface NoteFieldProps {
  readonly label: string;
  readonly minRows: number;
  readonly note: string;
  readonly set: (note: string) => void;
}

export const isNoteTooLong = (note: string): boolean => countCharacters(note) > LIMITS.note.max;

export function NoteField({ label, minRows, note, set }: NoteFieldProps) {
  return (
    <Textarea
      label={label}
      autosize
      minRows={minRows}
      value={note}
      error={isNoteTooLong(note) && t('Has more than {max} characters. Shorten it.', { max: LIMITS.note.max })}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
