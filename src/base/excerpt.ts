// Shortens a client's text for a response: enough to recognize it, however long it is and however many texts there are.
import { type Sentence, t } from './texts/t.ts';

/** Maximum characters of a name. */
const NAME = 80;

/** The text, truncated with an ellipsis to `most` characters. */
export function excerpt(text: string, most = NAME): string {
  if (text.length <= most) return text;
  // A character has at most two UTF-16 units.
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Maximum number of sentences in a list. */
const FIRST = 5;

/**
 * The first sentences, and one more with the number of the rest. `unlisted` counts sentences that are not in the list.
 */
export function firstOf(sentences: readonly Sentence[], unlisted = 0): Sentence[] {
  const first: Sentence[] = sentences.slice(0, FIRST);
  const more = sentences.length - first.length + unlisted;
  return more === 0 ? first : [...first, t('And {more} more.', { more })];
}
