// Assigns the issues of a problem to the fields of a form.
import type { Problem } from '../../api/problem.ts';

export interface Refused {
  readonly byField: Readonly<Record<string, string>>;
  /** The problem, if it concerns no field of the form. */
  readonly rest: Problem | undefined;
}

/** See `useFormErrors` for the rules. */
export function refusedBy(
  problem: Problem,
  names: readonly string[],
  slugs: Readonly<Record<string, string>> = {},
): Refused {
  const byField: Record<string, string> = Object.create(null);
  for (const { field, message } of problem.issues) {
    const name = names.find(
      (known) => field === known || field.startsWith(`${known}.`) || field.startsWith(`${known}[`),
    );
    if (name !== undefined) byField[name] = byField[name] === undefined ? message : `${byField[name]} ${message}`;
  }
  const own = slugs[problem.slug];
  if (own !== undefined && Object.keys(byField).length === 0) byField[own] = problem.message;
  return { byField, rest: Object.keys(byField).length === 0 ? problem : undefined };
}
