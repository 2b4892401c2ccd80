// Fills in the placeholders of a prompt.

import { errorAt } from '../../base/field-finding.ts';
import { refuse } from '../../base/refusal.ts';
import { isBlank } from '../../base/text.ts';
import { placeholderNames, placeholderParts, shownText } from '../document/placeholders.ts';

/**
 * Replaces every placeholder in the body once, and never searches values for placeholders. Placeholders without a value
 * stay, and a last line asks for those values. Fails with `validation`, naming all values that have no placeholder.
 */
export function filledPrompt(body: string, values: Readonly<Record<string, string>>): string {
  const names = placeholderNames(body);
  const issues = Object.keys(values)
    .filter((name) => !names.includes(name))
    .map((name) => errorAt(name, 'This prompt has no such placeholder. Leave it out.'));
  if (issues.length > 0) {
    const fields = issues.map(({ field, message }) => `${field}: ${message}`).join(' ');
    throw refuse('validation', `The arguments do not fit the prompt. ${fields}`, { issues });
  }
  const isMissing = (name: string): boolean => !Object.hasOwn(values, name) || isBlank(values[name] ?? '');
  const text = placeholderParts(body)
    .map((part) => (part.kind === 'good' && !isMissing(part.name) ? values[part.name] : shownText(part)))
    .join('');
  const missing = names.filter(isMissing);
  return missing.length === 0 ? text : `${text}\n\nAsk me for: ${missing.join(', ')}`;
}
