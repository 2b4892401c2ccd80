// Selects the texts of a trail that are evidence for or against it. Each becomes one unit of the index.
import type { JudgedTrail } from './judged-trail.ts';
import { beginningOf } from './text.ts';

export type UnitKind = 'match' | 'no_match' | 'title' | 'when' | 'description' | 'keyword' | 'prompt' | 'background';

/** One text. `weight` is its share of the trail's centroid, or 0 for evidence against the trail. */
export interface Unit {
  readonly kind: UnitKind;
  readonly text: string;
  readonly weight: number;
}

/** Longer texts are truncated here, because the rest says how to do a task and not what it is. */
export const UNIT_CHARACTERS = 600;

/** The units of a trail in document order, without blank texts. */
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
