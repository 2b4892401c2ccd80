// A word that goes with a step of publishing: of free length up to what a note holds.
import { Textarea } from '@mantine/core';
import { countCharacters, LIMITS } from '../../../../src/trails/document/limits.ts';

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
      error={isNoteTooLong(note) && `Has more than the ${LIMITS.note.max} characters that fit.`}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
