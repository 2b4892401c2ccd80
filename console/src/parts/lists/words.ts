// Searching as employees and authors do it: every word that was typed, in any order and case. Pure.

/** True where every word of `typed` stands somewhere in `text`. */
export function holdsWords(text: string, typed: string): boolean {
  const here = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => here.includes(word));
}
