// Fills in the placeholders of a prompt.

import { errorAt } from '../../base/field-finding.ts';
import { refuse } from '../../base/refusal.ts';
import { isBlank } from '../../base/text.ts';
import { placeholderNames, placeholderParts, shownText } from '../document/placeholders.ts';

/**
 * Replaces every placeholder in the body once; values are never searched for placeholders. Refuses with `validation`
 * and names all placeholders without a value and all values without a placeholder.
 */
export function filledPrompt(body: string, values: Readonly<Record<string, string>>): string {
  const names = placeholderNames(body);
  const issues = [
    ...names
      .filter((name) => !Object.hasOwn(values, name) || isBlank(values[name] ?? ''))
      .map((name) => errorAt(name, 'Is required. Ask the person for it.')),
    ...Object.keys(values)
      .filter((name) => !names.includes(name))
      .map((name) => errorAt(name, 'This prompt has no such placeholder. Leave it out.')),
  ];
  if (issues.length > 0) {
    const fields = issues.map(({ field, message }) => `${field}: ${message}`).join(' ');
    throw refuse('validation', `The arguments do not fit the prompt. ${fields}`, { issues });
  }
  return placeholderParts(body)
    .map((part) => (part.kind === 'good' ? (values[part.name] ?? part.text) : shownText(part)))
    .join('');
}
