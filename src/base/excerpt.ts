// What a client sent, as an answer repeats it: as much as tells it from others, whatever its length and number.

/** Characters of a name that are repeated. */
const NAME = 80;

/** The text, or its beginning with an ellipsis where it has more than `most` characters. */
export function excerpt(text: string, most = NAME): string {
  if (text.length <= most) return text;
  // A character takes two units at most.
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Sentences of a list that are told. */
const FIRST = 5;

/** The first of the sentences, and one that says how many more there are; `unlisted` are not even in the list. */
export function firstOf(sentences: readonly string[], unlisted = 0): string[] {
  const first = sentences.slice(0, FIRST);
  const more = sentences.length - first.length + unlisted;
  return more === 0 ? first : [...first, `And ${more.toLocaleString('en-GB')} more.`];
}
