// Finds the request in a long prompt, because employees paste emails and tables along with their question.
import { WHOLE_PROMPT_WORDS } from './constants.ts';
import { beginningOf } from './text.ts';

/**
 * The texts to judge for one prompt: the whole text (if it is short enough), and the windows that may contain the
 * request.
 */
export interface AskWindows {
  readonly whole: string | null;
  readonly windows: readonly string[];
}

/** Splits a pattern's alternatives, which are separated by semicolons. */
const alternatives = (list: string): readonly string[] => list.split(';').map((one) => one.trim());

const WINDOW_CHARACTERS = 400;
const SHORT_WORDS = 12;
const REQUESTS = 4;
/** A longer last paragraph probably belongs to the pasted text. */
const LAST_SENTENCES = 3;
const SENTENCE_END = /(?<=[.!?;:])\s+|(?<=[。！？；])|[\r\n]+/u;

/** Greetings, thanks and closings. They say nothing about the request. */
const COURTESY_WORDS = alternatives(`
  hi; hello; hey; good (?:morning|afternoon|evening|day); dear \\w+; thanks; thank you; thx; many thanks; cheers;
  best; (?:best|kind|warm) regards; regards; hallo; guten (?:tag|morgen); danke; bonjour; merci; hola; gracias`);
const COURTESY_ENDS = alternatives(
  'there; all; team; everyone; everybody; again; a lot; so much; very much; in advance',
);
const COURTESY = new RegExp(`^(?:${COURTESY_WORDS.join('|')})(?: (?:${COURTESY_ENDS.join('|')}))*[\\s,.!]*$`, 'i');

// In the middle of a prompt, only explicit requests count. At either end, any phrasing counts.
const PLAIN_REQUEST_WORDS = alternatives(`
  please; pls; help; can you; could you; would you; i need; we need; i want; we want; i would like; i'd like;
  i have to; we have to; how do; how to; how can; how should; what; where; why; when; which`);
const PLAIN_REQUEST = new RegExp(`\\?|？|\\b(?:${PLAIN_REQUEST_WORDS.join('|')})\\b`, 'i');

const PLAIN_IMPERATIVE_WORDS = alternatives(`
  add; adapt; analy[sz]e; answer; arrange; build; calculate; check; clean; compare; compile; complete;
  compose; convert; correct; create; define; describe; design; develop; draft; edit; estimate; evaluate;
  explain; extract; fill; find; fix; format; generate; give; identify; improve; list; make; outline; plan;
  polish; prepare; proofread; propose; rank; rephrase; review; revise; rewrite; schedule; show; simplify;
  sort; suggest; summari[sz]e; tell; translate; turn; update; verify; write`);
const PLAIN_IMPERATIVE = new RegExp(`^\\W*(?:${PLAIN_IMPERATIVE_WORDS.join('|')})\\b`, 'i');

const LOOSE_REQUEST_WORDS = alternatives(`
  please; pls; help; i need; we need; i want; we want; i would like; i'd like; i wish; i have to; we have to;
  i must; we must;
  (?:can|could|would|will|should|may|do|does|did) (?:you|i|we|my|our|there|it|the|this|someone);
  (?:is|are|am|was|were|has|have) (?:you|i|we|my|our|there|it|the|this|someone);
  how; what; where; why; when; which; who; whether;
  (?:let|tell|give|show|get|find|send|remind|teach|make|write|call|ask) (?:me|us|him|her|them)`);
const LOOSE_REQUEST = new RegExp(`\\?|？|\\b(?:${LOOSE_REQUEST_WORDS.join('|')})\\b`, 'i');

const LOOSE_IMPERATIVE_WORDS = alternatives(`
  add; adapt; adjust; analy[sz]e; announce; answer; apply; approve; arrange; ask; assess; book; brainstorm;
  build; buy; calculate; call; cancel; change; check; choose; clean; collect; come up; compare; compile;
  complete; compose; confirm; convert; copy; correct; create; cut; define; delete; describe; design; develop;
  document; draft; edit; estimate; evaluate; expand; explain; extract; figure; fill; find; fix; format;
  gather; generate; get; give; go; help; identify; improve; increase; inform; introduce; invite; keep; let;
  list; locate; look; lower; make; move; name; open; order; organi[sz]e; outline; pay; pick; plan; play;
  polish; post; prepare; proofread; propose; publish; put; raise; rank; record; reduce; remind; remove;
  rephrase; replace; reply; report; request; reset; respond; review; revise; rewrite; save; say; schedule;
  search; see; sell; send; set; share; shorten; show; simplify; solve; sort; start; stop; structure; submit;
  suggest; sum; summari[sz]e; switch; take; teach; tell; test; track; train; transfer; translate; try; turn;
  update; use; verify; work; write`);
const LOOSE_IMPERATIVE = new RegExp(`^\\W*(?:${LOOSE_IMPERATIVE_WORDS.join('|')})\\b`, 'i');

/** Splits a prompt into its windows; a short prompt has none. */
export function askWindows(prompt: string): AskWindows {
  const words = countWords(prompt);
  const spoken = prompt
    .split(SENTENCE_END)
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one));
  const telling = spoken.filter((one) => !COURTESY.test(one));
  const sentences = telling.length === 0 ? spoken : telling;
  const text = sentences.length < spoken.length ? sentences.join(' ') : prompt;
  const whole = words <= WHOLE_PROMPT_WORDS && prompt.length <= WHOLE_PROMPT_WORDS * 10 ? text : null;
  if (sentences.length < 2) return { whole, windows: whole === null ? edges(prompt.trim()) : [] };
  if (words <= SHORT_WORDS && whole !== null) return { whole, windows: [] };
  const requests = sentences.filter(asksPlainly).slice(0, REQUESTS);
  const chosen = [sentences[0], lastWords(prompt, sentences), `${sentences[0]} ${sentences[1]}`, ...requests];
  return { whole, windows: [...new Set(chosen.map((one) => beginningOf(one ?? '', WINDOW_CHARACTERS)))] };
}

// A request below a pasted text is often two sentences ("My card is late. Where is it?") in a separate paragraph.
function lastWords(prompt: string, sentences: readonly string[]): string {
  const paragraph =
    prompt
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1)
      ?.trim() ?? '';
  const count = sentences.filter((one) => paragraph.includes(one)).length;
  const isShort = paragraph.length <= WINDOW_CHARACTERS && count > 1 && count <= LAST_SENTENCES;
  return isShort && count < sentences.length ? paragraph : (sentences.at(-1) ?? '');
}

/** True if an end of a prompt is a request: a question, a wish, or an imperative at its start. */
export const looksLikeRequest = (text: string): boolean => LOOSE_REQUEST.test(text) || LOOSE_IMPERATIVE.test(text);

const asksPlainly = (text: string): boolean => PLAIN_REQUEST.test(text) || PLAIN_IMPERATIVE.test(text);

/** In a single endless sentence, the request is at one of the ends. */
const edges = (text: string): string[] => [
  ...new Set([beginningOf(text, WINDOW_CHARACTERS), text.slice(-WINDOW_CHARACTERS).replace(/^[\udc00-\udfff]/, '')]),
];

function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) count++;
  return count;
}
