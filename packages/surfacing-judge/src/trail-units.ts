// Which texts of a trail are evidence, and for what: each becomes one unit of the index.
import type { JudgedTrail } from './judged-trail.ts';
import { beginningOf } from './text.ts';

export type UnitKind = 'match' | 'no_match' | 'title' | 'when' | 'description' | 'keyword' | 'prompt' | 'background';

/** One text of evidence: `weight` is its share in the trail's centroid, 0 for evidence against it. */
export interface Unit {
  readonly kind: UnitKind;
  readonly text: string;
  readonly weight: number;
}

/** Longer texts are cut here: past this point a text says how a task is done rather than what it is. */
export const UNIT_CHARACTERS = 600;

/** The units of a trail in the document's own order. Blank texts are none. */
export function trailUnits(trail: JudgedTrail): Unit[] {
  const units: Unit[] = [
    ...trail.examples.map((example) => unit(example.expect, example.text, example.expect === 'match' ? 1 : 0)),
    unit('title', trail.title, 1),
    unit('when', trail.when, 1),
    unit('description', trail.description, 1),
    ...trail.keywords.map((keyword) => unit('keyword', keyword, 0.5)),
    ...trail.prompts.flatMap((prompt) => [unit('prompt', prompt.label, 0.5), unit('prompt', prompt.body, 0.5)]),
  ];
  return units.filter((one) => one.text.trim() !== '');
}

const unit = (kind: UnitKind, text: string, weight: number): Unit => ({
  kind,
  text: beginningOf(text.normalize('NFC'), UNIT_CHARACTERS),
  weight,
});
