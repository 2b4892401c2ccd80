// Fills in the placeholders of a prompt.

import { errorAt } from '../../base/field-finding.ts';
import { refuse } from '../../base/refusal.ts';
import { isBlank } from '../../base/text.ts';
import { t } from '../../base/texts/t.ts';
import { placeholderNames, placeholderParts, shownText } from '../document/placeholders.ts';

export interface FilledPrompt {
  /** Placeholders without a value are still in the text. */
  readonly text: string;
  /** The names of those placeholders, in order. */
  readonly missing: readonly string[];
}

/** A placeholder may occur often and its value may be long, so the length of the result needs a limit of its own. */
const MAX_FILLED = 1_000_000;

/**
 * Replaces every placeholder in the body once, and never searches values for placeholders. Fails with `validation` if
 * values have no placeholder, naming all of them, or if the text becomes too long.
 */
export function filledPrompt(body: string, values: Readonly<Record<string, string>>): FilledPrompt {
  const names = placeholderNames(body);
  const issues = Object.keys(values)
    .filter((name) => !names.includes(name))
    .map((name) => errorAt(name, 'This prompt has no such placeholder. Leave it out.'));
  if (issues.length > 0) {
    const problems = issues.map((issue) => t('{field}: {problem}', { field: issue.field, problem: issue.message }));
    throw refuse('validation', t('The arguments do not fit the prompt. {problems}', { problems }), { issues });
  }
  const isMissing = (name: string): boolean => !Object.hasOwn(values, name) || isBlank(values[name] ?? '');
  const parts = placeholderParts(body).map((part) =>
    part.kind === 'good' && !isMissing(part.name) ? (values[part.name] ?? '') : shownText(part),
  );
  if (parts.reduce((length, part) => length + part.length, 0) > MAX_FILLED)
    throw refuse('validation', 'The filled prompt would be too long. Shorten the values.');
  return { text: parts.join(''), missing: names.filter(isMissing) };
}
