import type { ReactNode } from 'react';
import type { FormErrors } from './form-errors.tsx';

interface FormProps {
  readonly errors: FormErrors;
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
}

/** A form that handles submission in code and clears its errors before each attempt. */
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
