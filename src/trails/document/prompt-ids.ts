// Prompt ids (contract 2.4, Decision 18). Ids that callers send are kept; missing ones are restored or generated, so
// that a prompt keeps its id across edits. Also contains the one document rule that JSON Schema cannot express.

import { randomInt } from 'node:crypto';
import { errorAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { type Text, t } from '../../base/texts/t.ts';
import type { TrailPrompt } from './trail-fields.ts';

/** One error for each prompt that repeats an earlier prompt's id. */
export function repeatedPromptIds(prompts: readonly { readonly id?: string | undefined }[]): ValidationIssue[] {
  const firstPlace = new Map<string, number>();
  const issues: ValidationIssue[] = [];
  prompts.forEach(({ id }, index) => {
    if (id === undefined || id === '') return;
    const first = firstPlace.get(id);
    if (first === undefined) firstPlace.set(id, index);
    else issues.push(errorAt(`prompts[${index}].id`, repeatedSentence(id, first)));
  });
  return issues;
}

/**
 * The prompts with ids. A prompt without an id takes the id of the previous draft's prompt with the same position and
 * label, unless another prompt uses that id. Otherwise it gets a new one.
 */
export function assignPromptIds(
  prompts: readonly TrailPrompt[],
  previous: readonly TrailPrompt[],
  freshId: () => string = newPromptId,
): TrailPrompt[] {
  const taken = new Set(prompts.map(({ id }) => id ?? ''));
  return prompts.map((prompt, index) => {
    if (prompt.id !== undefined && prompt.id !== '') return prompt;
    const before = previous[index];
    const kept = before?.label === prompt.label && before.id !== undefined && !taken.has(before.id) ? before.id : '';
    let id = kept;
    while (id === '' || (id !== kept && taken.has(id))) id = freshId();
    taken.add(id);
    return { label: prompt.label, body: prompt.body, id };
  });
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Generates `p_` followed by eight letters or digits. */
const newPromptId = (): string =>
  `p_${Array.from({ length: 8 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')}`;

const repeatedSentence = (id: string, first: number): Text =>
  t('The id "{id}" is already used by {other}. Use another id, or leave it empty to get one.', {
    id,
    other: `prompts[${first}]`,
  });
