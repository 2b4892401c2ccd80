// The element of a form, whose fields and refusals are those of `useFormErrors`.
import type { ReactNode } from 'react';
import type { FormErrors } from './form-errors.tsx';

interface FormProps {
  readonly errors: FormErrors;
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
}

/** A form that sends nothing itself, and whose last refusal is over as soon as it is tried again. */
export function Form({ errors, onSubmit, children }: FormProps) {
  return (
    <form
      ref={errors.form}
      onSubmit={(event) => {
        event.preventDefault();
        errors.clear();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
