// Concept groups as a tree of stems: two texts that share no word may still share a concept.
import { featureOf, hashText, KINDS } from '../feature-numbers.ts';
import { CONCEPT_GROUPS } from './concept-groups.ts';

/** What is known after some stems: the concepts of the term that ends here, and the stems that lead to longer terms. */
export interface ConceptNode {
  readonly features: readonly number[];
  readonly next: ReadonlyMap<string, ConceptNode>;
}

interface GrowingNode extends ConceptNode {
  readonly features: number[];
  readonly next: Map<string, GrowingNode>;
}

/** Every group is a line of single words and of phrases of up to three words joined by `_`, matched on stems. */
export function conceptTree(stemOf: (word: string) => string, groups = CONCEPT_GROUPS): ConceptNode {
  const root = emptyNode();
  for (const [number, line] of groups.entries()) {
    const concept = featureOf(KINDS.concept, hashText(`#${number}`));
    for (const term of line.trim().split(/\s+/)) {
      const end = term.split('_').map(stemOf).reduce(step, root);
      if (!end.features.includes(concept)) end.features.push(concept);
    }
  }
  return root;
}

const emptyNode = (): GrowingNode => ({ features: [], next: new Map() });

function step(from: GrowingNode, stem: string): GrowingNode {
  const known = from.next.get(stem);
  if (known !== undefined) return known;
  const fresh = emptyNode();
  from.next.set(stem, fresh);
  return fresh;
}
