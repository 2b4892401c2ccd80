// A text of the document with what is said about it beneath: how much of it fits, and what the checks find.
import type { ReactNode } from 'react';
import type { Issue } from '../../api/problem.ts';
import { Limit } from '../../parts/forms/limit.tsx';
import { Checks, issuesAt } from '../draft/checks.tsx';

interface LimitedFieldProps {
  /** The path of the field in the document, by which findings lead to it. */
  readonly path: string;
  readonly text: string;
  readonly max: number;
  readonly issues: readonly Issue[];
  /** The input itself. */
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
