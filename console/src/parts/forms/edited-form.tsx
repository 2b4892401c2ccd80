// A form for stored values. It saves only changed fields, asks before unsaved changes are lost, shows conflicts with
// other people's changes, and puts errors at their fields.
import { Group, type GroupProps, Stack } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChange } from '../../api/change.ts';
import { t } from '../texts/t.ts';
import { ChangedElsewhere } from './changed-elsewhere.tsx';
import { Form } from './form.tsx';
import { type FormErrors, FormProblem, type TextProps, textProps, useFormErrors } from './form-errors.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { type Edited, useEdited } from './use-edited.ts';

/** The arguments of `save`: all fields, the changed ones, and their values before the change. */
type Sent<Fields> = Pick<Edited<Fields>, 'value' | 'changes' | 'seen'>;

interface Saving<Fields> {
  /** The fields that errors may name, and the slugs that belong to a field. See `useFormErrors`. */
  readonly names: readonly string[];
  readonly slugs?: Readonly<Record<string, string>>;
  readonly save: (sent: Sent<Fields>) => Promise<unknown>;
  readonly refresh: readonly QueryKey[];
}

export interface Changing<Fields> extends Edited<Fields> {
  readonly text: TextProps<Fields>;
  readonly errors: FormErrors;
  readonly isSaving: boolean;
  readonly submit: () => void;
}

export function useChanging<Fields extends object>(stored: Fields, saving: Saving<Fields>): Changing<Fields> {
  const { names, slugs, save, refresh } = saving;
  const edited = useEdited(stored);
  const errors = useFormErrors(names, slugs);
  const { value, changes, seen } = edited;
  const change = useChange((sent: Sent<Fields>) => save(sent).then(() => sent), {
    refresh,
    done: t('Saved.'),
    onProblem: (problem) => edited.shows(problem) || errors.onProblem(problem),
    after: (sent) => edited.saved(sent.changes),
  });
  // Typing clears the errors of the last attempt.
  const set = (part: Partial<Fields>): void => {
    errors.clear();
    edited.set(part);
  };
  return {
    ...edited,
    set,
    text: textProps(value, set, errors),
    errors,
    isSaving: change.isPending,
    submit: () => {
      edited.sending(changes);
      change.mutate({ value, changes, seen });
    },
  };
}

interface EditedFormProps<Fields> {
  readonly form: Changing<Fields>;
  /** The unsaved content, as part of a sentence: "the roles". */
  readonly what: string;
  /** Overrides the form's own check, for example if some changes do not count. */
  readonly isDirty?: boolean;
  /** Labels of the fields and formats of their values, used to show conflicts. */
  readonly labels: Readonly<Record<keyof Fields & string, string>>;
  readonly shown?: { readonly [Name in keyof Fields]?: (value: Fields[Name]) => string };
  readonly gap?: 'sm' | 'md';
  readonly justify?: GroupProps['justify'];
  readonly children: ReactNode;
  /** The save button and others. Hidden while there is a conflict. */
  readonly buttons: ReactNode;
}

export function EditedForm<Fields>(props: EditedFormProps<Fields>) {
  const { form, what, isDirty = form.isDirty, labels, shown, gap = 'sm', justify, children, buttons } = props;
  const { errors } = form;
  return (
    <>
      <UnsavedGuard isDirty={isDirty && !form.isSaving} what={what} />
      <Form errors={errors} onSubmit={form.submit}>
        <Stack gap={gap}>
          {children}
          <ChangedElsewhere edited={form} labels={labels} {...(shown && { shown })} onDecided={errors.clear}>
            <FormProblem errors={errors} />
            <Group {...(justify && { justify })}>{buttons}</Group>
          </ChangedElsewhere>
        </Stack>
      </Form>
    </>
  );
}
