// A choice among the languages of the console.
import { Select } from '@mantine/core';
import { languageName, languages } from '../texts/choose-language.ts';
import { busy } from './busy.ts';

interface LanguageSelectProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string | null;
  /** The label of the empty choice. */
  readonly none: string;
  readonly isSaving: boolean;
  readonly onChange: (language: string | null) => void;
}

export function LanguageSelect({ label, description, value, none, isSaving, onChange }: LanguageSelectProps) {
  return (
    <Select
      label={label}
      description={description}
      maw={320}
      allowDeselect={false}
      data={[{ value: '', label: none }, ...languages().map((name) => ({ value: name, label: languageName(name) }))]}
      value={value ?? ''}
      {...busy(isSaving)}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}
