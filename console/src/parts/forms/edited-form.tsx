// A form over what is stored: what was changed is saved, asked about before it is lost, and shown beside what somebody
// else changed meanwhile. What is refused stands at its field.
import { Group, type GroupProps, Stack } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChange } from '../../api/change.ts';
import { ChangedElsewhere } from './changed-elsewhere.tsx';
import { Form } from './form.tsx';
import { type FormErrors, FormProblem, useFormErrors } from './form-errors.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { type Edited, useEdited } from './use-edited.ts';

/** What is sent: all of the form, what was changed in it, and what that was before. */
type Sent<Fields> = Pick<Edited<Fields>, 'value' | 'changes' | 'seen'>;

interface Saving<Fields> {
  /** The fields that a refusal may name, and the slugs that belong to one: as `useFormErrors` takes them. */
  readonly names: readonly string[];
  readonly slugs?: Readonly<Record<string, string>>;
  readonly save: (sent: Sent<Fields>) => Promise<unknown>;
  readonly refresh: readonly QueryKey[];
}

export interface Changing<Fields> extends Edited<Fields> {
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
    done: 'Saved.',
    onProblem: (problem) => edited.shows(problem) || errors.onProblem(problem),
    after: (sent) => edited.saved(sent.changes),
  });
  return {
    ...edited,
    // What is typed is no longer what was refused.
    set: (part) => {
      errors.clear();
      edited.set(part);
    },
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
  /** What may be lost, as a part of a sentence: "the roles". */
  readonly what: string;
  /** Where something else than a field makes it dirty, or some changes are none. */
  readonly isDirty?: boolean;
  /** The fields as the form calls them, and values as a person reads them: of what somebody else changed. */
  readonly labels: Readonly<Record<keyof Fields & string, string>>;
  readonly shown?: { readonly [Name in keyof Fields]?: (value: Fields[Name]) => string };
  readonly gap?: 'sm' | 'md';
  readonly justify?: GroupProps['justify'];
  /** Its fields. */
  readonly children: ReactNode;
  /** What saves them, and what else can be done: not while something is in conflict. */
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
