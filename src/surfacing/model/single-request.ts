// The request about one prompt: which trail in its list fits, if any.
import { tokenLine } from '@cairn/surfacing-judge/text';
import { answerMembers, checkedAnswer, closedObject } from './model-answer.ts';
import { framed, freshNonce, type ModelRequest, shownPrompt, shownTrail, systemMessage } from './model-prompt.ts';
import type { Choice } from './short-list.ts';

const OUTPUT_TOKENS = 300;

const ANSWER = [
  'Answer with one JSON object: "best" (an alias such as T1, or NONE), "certainty" (high, medium or low)',
  'and "reason": one plain sentence of at most 25 words for the trail\'s author, without links, code or markup.',
];

export function singleRequest({ prompt, list }: Choice): ModelRequest {
  const nonce = freshNonce();
  const lines = new Set([tokenLine(prompt)]);
  const data = {
    employee_prompt: shownPrompt(prompt),
    trails: list.map(({ alias, trail }) => ({ alias, ...shownTrail(trail, lines) })),
  };
  return {
    system: systemMessage(nonce, ANSWER),
    prompt: framed(data, nonce),
    schema: closedObject(answerMembers(list.map((one) => one.alias))),
    outputTokens: OUTPUT_TOKENS,
    read: (value) => [checkedAnswer(value, list, nonce)],
  };
}
