// The word lists as a tree of stems: two texts without a common word may have a common concept or field.
import { featureOf, hashText, KINDS } from './feature-numbers.ts';
import type { Steps } from './steps.ts';
import { conceptGroups, fields } from './word-lists.ts';

/** The node after some stems: concepts and fields of the term that ends here, and stems of longer terms. */
export interface LexiconNode {
  readonly concepts: readonly number[];
  readonly fields: readonly number[];
  readonly next: ReadonlyMap<string, LexiconNode>;
}

interface GrowingNode extends LexiconNode {
  readonly concepts: number[];
  readonly fields: number[];
  readonly next: Map<string, GrowingNode>;
}

/** Builds the tree from concept groups and fields. Terms are words, or phrases of up to three words joined by `_`. */
export function* lexiconTree(stemOf: (word: string) => string): Steps<LexiconNode> {
  const root = emptyNode();
  const endOf = (term: string): GrowingNode => term.split('_').map(stemOf).reduce(step, root);
  for (const [number, group] of conceptGroups().entries()) {
    const concept = featureOf(KINDS.concept, hashText(`#${number}`));
    for (const term of group) addOnce(endOf(term).concepts, concept);
    yield;
  }
  for (const { name, terms } of fields()) {
    const field = featureOf(KINDS.field, hashText(name));
    for (const term of terms) addOnce(endOf(term).fields, field);
    yield;
  }
  return root;
}

const emptyNode = (): GrowingNode => ({ concepts: [], fields: [], next: new Map() });

function step(from: GrowingNode, stem: string): GrowingNode {
  const known = from.next.get(stem);
  if (known !== undefined) return known;
  const fresh = emptyNode();
  from.next.set(stem, fresh);
  return fresh;
}

function addOnce(features: number[], feature: number): void {
  if (!features.includes(feature)) features.push(feature);
}
