// Shows the service's errors at the fields that they concern and focuses the first one. Errors that concern no field
// appear above the buttons.
import { Alert, Text } from '@mantine/core';
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { issuesInWords, type Problem } from '../../api/problem.ts';
import { type Refused, refusedBy } from './refused-by.ts';

export interface FormErrors {
  /** Ref of the form element. Unmounting it clears the errors; later ones appear in a toast. */
  readonly form: RefCallback<HTMLFormElement>;
  /** Spread on an input. `name` is the service's name of the field ("email", "roles[0]"). */
  field(name: string): { readonly name: string; readonly error: string | undefined };
  /** For `useChange`: returns true if the form shows the problem, so that no toast repeats it. */
  readonly onProblem: (problem: Problem) => boolean;
  /** The problem, if it concerns no field of the form. */
  readonly rest: Problem | undefined;
  /** Call when the person types or submits again. */
  clear(): void;
}

/**
 * Returns the props of a text input by the name of its field; `sentAs` is the service's name of it, if that differs.
 */
export type TextProps<Fields> = (
  name: keyof Fields & string,
  sentAs?: string,
) => ReturnType<FormErrors['field']> & {
  readonly value: string;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
};

export const textProps =
  <Fields,>(fields: Fields, set: (part: Partial<Fields>) => void, errors: FormErrors): TextProps<Fields> =>
  (name, sentAs = name) => ({
    value: String(fields[name]),
    onChange: ({ currentTarget }) => set({ [name]: currentTarget.value } as Partial<Fields>),
    ...errors.field(sentAs),
  });

const NONE: Refused = { byField: {}, rest: undefined };

/**
 * The errors of one form. `names` lists its fields; an issue of `a.b` or `a[1]` belongs to `a`. `slugs` assigns
 * problems without issues to a field: `{ conflict: 'email' }`.
 */
export function useFormErrors(names: readonly string[], slugs: Readonly<Record<string, string>> = {}): FormErrors {
  const form = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<Refused>(NONE);
  const setForm = useCallback((element: HTMLFormElement | null): void => {
    form.current = element;
    if (element === null) setRefused(NONE);
  }, []);
  useEffect(() => {
    if (refused !== NONE) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  return {
    form: setForm,
    field: (name) => ({ name, error: refused.byField[name] }),
    onProblem: (problem) => {
      if (form.current === null || problem.status === 0 || problem.status === 401 || problem.status >= 500)
        return false;
      setRefused(refusedBy(problem, names, slugs));
      return true;
    },
    rest: refused.rest,
    clear: () => setRefused(NONE),
  };
}

/** Shows a problem that concerns no field. Render it above the buttons. */
export function FormProblem({ errors: { rest } }: { readonly errors: FormErrors }) {
  if (rest === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert" title={rest.title}>
      <Text size="sm">{issuesInWords(rest.issues) || rest.message}</Text>
    </Alert>
  );
}
