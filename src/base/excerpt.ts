// Repeats a client's text in a response: enough to recognize it, whatever its length and number.

/** Maximum characters of a name. */
const NAME = 80;

/** The text, truncated with an ellipsis to `most` characters. */
export function excerpt(text: string, most = NAME): string {
  if (text.length <= most) return text;
  // A character has at most two UTF-16 units.
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Maximum sentences of a list. */
const FIRST = 5;

/** The first sentences, and one with the number of the others. `unlisted` counts sentences that are not in the list. */
export function firstOf(sentences: readonly string[], unlisted = 0): string[] {
  const first = sentences.slice(0, FIRST);
  const more = sentences.length - first.length + unlisted;
  return more === 0 ? first : [...first, `And ${more.toLocaleString('en-GB')} more.`];
}
