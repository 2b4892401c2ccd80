// A field of the document with its character counter and issues below.
import type { ReactNode } from 'react';
import type { Issue } from '../../api/problem.ts';
import { Limit } from '../../parts/forms/limit.tsx';
import { Checks, issuesAt } from '../draft/checks.tsx';

interface LimitedFieldProps {
  /** The field's path in the document. Issues link to it. */
  readonly path: string;
  readonly text: string;
  readonly max: number;
  readonly issues: readonly Issue[];
  /** The input. */
  readonly children: ReactNode;
}

export function LimitedField({ path, text, max, issues, children }: LimitedFieldProps) {
  return (
    <div data-field={path}>
      {children}
      <Limit text={text} max={max} />
      <Checks issues={issuesAt(issues, path)} />
    </div>
  );
}
