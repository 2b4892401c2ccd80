// A request about several prompts, for example runs. It describes every trail once. Each prompt names the trails of its
// short list, and the answer is an array.
import { tokenLine } from '@cairn/surfacing-judge/text';
import { answerMembers, checkedAnswer, closedObject, type ModelAnswer } from './model-answer.ts';
import { framed, freshNonce, type ModelRequest, shownPrompt, shownTrail, systemMessage } from './model-prompt.ts';
import { type Choice, digest, type ShortListed } from './short-list.ts';

const OUTPUT_TOKENS = 100;
const OUTPUT_TOKENS_A_PROMPT = 80;

const ANSWER = [
  'The object holds several employee prompts.',
  'Judge each one as if it were the only one, and choose among the trails that its "among" names.',
  'Answer with one JSON object: "answers", an array with exactly one object for each prompt, in their order, of',
  '"prompt" (its alias, such as P1), "best" (an alias such as T1, or NONE), "certainty" (high, medium or low)',
  'and "reason": one plain sentence of at most 15 words for the trail\'s author, without links, code or markup.',
];

/** Builds the request. `backwards` lists the trails in reverse order. */
export function batchRequest(choices: readonly Choice[], backwards: boolean): ModelRequest {
  const nonce = freshNonce();
  const lines = new Set(choices.map(({ prompt }) => tokenLine(prompt)));
  const listed = allTrails(choices, backwards);
  const asked = choices.map(({ prompt, list }, at) => {
    const ids = new Set(list.map(({ trail }) => trail.id));
    return { alias: `P${at + 1}`, prompt, list: listed.filter(({ trail }) => ids.has(trail.id)) };
  });
  const data = {
    employee_prompts: asked.map(({ alias, prompt, list }) => ({
      alias,
      text: shownPrompt(prompt),
      among: list.map((one) => one.alias),
    })),
    trails: listed.map(({ alias, trail }) => ({ alias, ...shownTrail(trail, lines) })),
  };
  const answer = closedObject({
    prompt: { type: 'string' as const, enum: asked.map((one) => one.alias) },
    ...answerMembers(listed.map((one) => one.alias)),
  });
  return {
    system: systemMessage(nonce, ANSWER),
    prompt: framed(data, nonce),
    schema: closedObject({ answers: { type: 'array' as const, items: answer } }),
    outputTokens: OUTPUT_TOKENS + OUTPUT_TOKENS_A_PROMPT * choices.length,
    read: (value) => asked.map(({ alias, list }) => onlyAnswer(answersIn(value), alias, list, nonce)),
  };
}

/** The trails of all lists without duplicates, in an order that reveals nothing and does not depend on the prompts. */
function allTrails(choices: readonly Choice[], backwards: boolean): ShortListed[] {
  const all = new Map(choices.flatMap(({ list }) => list.map(({ trail }) => [trail.id, trail] as const)));
  const placed = [...all.values()].map((trail) => ({ trail, place: digest(trail.id) }));
  placed.sort((one, other) => (one.place < other.place ? -1 : 1));
  if (backwards) placed.reverse();
  return placed.map(({ trail }, at) => ({ alias: `T${at + 1}`, trail }));
}

function answersIn(value: unknown): readonly unknown[] {
  const answers = typeof value === 'object' && value !== null && 'answers' in value ? value.answers : undefined;
  return Array.isArray(answers) ? answers : [];
}

/** The answer to one prompt. Two answers count as none unless they choose the same trail. */
function onlyAnswer(
  answers: readonly unknown[],
  alias: string,
  list: readonly ShortListed[],
  nonce: string,
): ModelAnswer | undefined {
  const own = answers.filter(
    (one) => typeof one === 'object' && one !== null && 'prompt' in one && one.prompt === alias,
  );
  const checked = own.map((one) => checkedAnswer(withoutAliases(one), list, nonce));
  const [first] = checked;
  return checked.every((one) => one?.best === first?.best && one?.certainty === first?.certainty) ? first : undefined;
}

/** Removes aliases, which mean nothing to the author. */
function withoutAliases(answer: unknown): unknown {
  const { reason, ...rest } = answer as Readonly<Record<string, unknown>>;
  return { ...rest, reason: typeof reason === 'string' ? reason.replace(/\bP[1-9]\d{0,2}\b/g, 'this prompt') : reason };
}
