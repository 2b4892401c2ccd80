// Finds concept groups in a line of stems: two texts that share no word may still share a concept.
import { CONCEPT_GROUPS } from './concept-groups.ts';

/** The numbers of the concept groups that a line of stems touches. */
export type ConceptMatcher = (stems: readonly string[]) => number[];

/** Every group is a line of single words and of phrases of up to three words joined by `_`, matched on stems. */
export function conceptMatcher(stemOf: (word: string) => string, groups = CONCEPT_GROUPS): ConceptMatcher {
  const groupsOf = new Map<string, number[]>();
  for (const [number, line] of groups.entries()) {
    for (const term of line.trim().split(/\s+/)) {
      const phrase = term.split('_').map(stemOf).join(' ');
      const known = groupsOf.get(phrase);
      if (known === undefined) groupsOf.set(phrase, [number]);
      else if (!known.includes(number)) known.push(number);
    }
  }
  return (stems) => {
    const touched = new Set<number>();
    for (let at = 0; at < stems.length; at++) {
      let phrase = '';
      for (let end = at; end < Math.min(at + 3, stems.length); end++) {
        phrase = phrase === '' ? (stems[end] ?? '') : `${phrase} ${stems[end]}`;
        for (const group of groupsOf.get(phrase) ?? []) touched.add(group);
      }
    }
    return [...touched];
  };
}
