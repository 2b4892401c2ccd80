// Where in a long prompt the request stands: employees paste mails and tables around what they ask for.
import { WHOLE_PROMPT_WORDS } from './constants.ts';

/** The texts to judge for one prompt: as a whole (where it is short enough), and the windows that may hold the request. */
export interface AskWindows {
  readonly whole: string | null;
  readonly windows: readonly string[];
}

const WINDOW_CHARACTERS = 400;
const SHORT_WORDS = 12;
const REQUESTS = 4;
const SENTENCE_END = /(?<=[.!?;:])\s+|(?<=[。！？；])|[\r\n]+/u;

const REQUEST =
  /\?|？|\b(?:please|pls|help|can you|could you|would you|i need|we need|i want|we want|i would like|i'd like|i have to|we have to|how do|how to|how can|how should|what|where|why|when|which)\b/i;

const IMPERATIVE =
  /^\W*(?:add|adapt|analy[sz]e|answer|arrange|build|calculate|check|clean|compare|compile|complete|compose|convert|correct|create|define|describe|design|develop|draft|edit|estimate|evaluate|explain|extract|fill|find|fix|format|generate|give|identify|improve|list|make|outline|plan|polish|prepare|proofread|propose|rank|rephrase|review|revise|rewrite|schedule|show|simplify|sort|suggest|summari[sz]e|tell|translate|turn|update|verify|write)\b/i;

/** Splits a prompt into its windows; a short prompt has none. */
export function askWindows(prompt: string): AskWindows {
  const words = countWords(prompt);
  const whole = words <= WHOLE_PROMPT_WORDS && prompt.length <= WHOLE_PROMPT_WORDS * 10 ? prompt : null;
  const sentences = prompt
    .split(SENTENCE_END)
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one));
  if (sentences.length < 2) return { whole, windows: whole === null ? edges(prompt.trim()) : [] };
  if (words <= SHORT_WORDS && whole !== null) return { whole, windows: [] };
  const requests = sentences.filter(looksLikeRequest).slice(0, REQUESTS);
  const chosen = [sentences[0], sentences.at(-1), `${sentences[0]} ${sentences[1]}`, ...requests];
  return { whole, windows: [...new Set(chosen.map((one) => (one ?? '').slice(0, WINDOW_CHARACTERS)))] };
}

/** Whether a sentence asks for something: by a question, a polite word or an imperative at its start. */
export const looksLikeRequest = (text: string): boolean => REQUEST.test(text) || IMPERATIVE.test(text);

/** One endless sentence: its request stands at one of its ends. */
const edges = (text: string): string[] => [
  ...new Set([text.slice(0, WINDOW_CHARACTERS), text.slice(-WINDOW_CHARACTERS)]),
];

function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/[\p{L}\p{N}]+/gu)) count++;
  return count;
}
