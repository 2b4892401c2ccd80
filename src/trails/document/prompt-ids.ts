// Ids of prompts (contract 2.4, Decision 18): kept where the caller sends them, found again or made where they are
// absent, so that a prompt keeps its id across edits. The one rule about a document that no JSON Schema can express
// lives here too.
import { randomInt } from 'node:crypto';
import { errorAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import type { TrailPrompt } from './trail-fields.ts';

/** One error for each prompt whose id an earlier prompt bears. */
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
 * The prompts, each with an id. One without keeps the id of the previous draft's prompt at the same place with the same
 * label, unless another prompt claims that id; else it gets a new one.
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

/** `p_` and eight letters or digits. */
const newPromptId = (): string =>
  `p_${Array.from({ length: 8 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')}`;

const repeatedSentence = (id: string, first: number): string =>
  `The id "${id}" is that of prompts[${first}] already. Give this prompt another id, or leave it empty to get one.`;
