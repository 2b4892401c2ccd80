/** True if `text` contains every word of `typed`, in any order and case. */
export function holdsWords(text: string, typed: string): boolean {
  const here = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => here.includes(word));
}
