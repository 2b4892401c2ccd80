// What the service refused, at the field that it concerns: the text stands under it, the first one gets the focus, and
// what names no field of this form stands above the buttons. Nothing is told behind the dialog.
import { Alert, Text } from '@mantine/core';
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { issuesInWords, type Problem } from '../../api/problem.ts';
import { type Refused, refusedBy } from './refused-by.ts';

export interface FormErrors {
  /** For the form itself: what was refused goes with it, and what comes later is told elsewhere. */
  readonly form: RefCallback<HTMLFormElement>;
  /** Spread on an input: its error, if any. `name` as the service calls the field ("email", "roles[0]"). */
  field(name: string): { readonly name: string; readonly error: string | undefined };
  /** For `useChange`: takes the refusal over, so that no toast repeats it. */
  readonly onProblem: (problem: Problem) => boolean;
  /** What concerns no field of the form. */
  readonly rest: Problem | undefined;
  /** Call when something is typed or sent again. */
  clear(): void;
}

const NONE: Refused = { byField: {}, rest: undefined };

/**
 * The errors of one form. `names` are the fields that it shows; an issue of `a.b` or `a[1]` counts for `a`. `slugs`
 * says which refusals without issues belong to a field: `{ conflict: 'email' }`.
 */
export function useFormErrors(names: readonly string[], slugs: Readonly<Record<string, string>> = {}): FormErrors {
  const form = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<Refused>(NONE);
  const hold = useCallback((element: HTMLFormElement | null): void => {
    form.current = element;
    if (element === null) setRefused(NONE);
  }, []);
  useEffect(() => {
    if (refused !== NONE) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  return {
    form: hold,
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

/** Above the buttons of the form: the refusal that names no field. */
export function FormProblem({ errors: { rest } }: { readonly errors: FormErrors }) {
  if (rest === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert" title={rest.title}>
      <Text size="sm">{issuesInWords(rest.issues) || rest.message}</Text>
    </Alert>
  );
}
