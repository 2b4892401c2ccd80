// Splits prompts into requests of a reasonable length. One request is enough for the examples of a typical trail.
import { tokenLine } from '@cairn/surfacing-judge/text';
import { shownPrompt, shownTrail } from './model-prompt.ts';
import type { Choice } from './short-list.ts';

/** About 12,000 tokens. */
const MAX_CHARACTERS = 48_000;

/** Splits the choices into requests, in order. */
export function batchesOf(choices: readonly Choice[], maxCharacters = MAX_CHARACTERS): Choice[][] {
  const batches: Choice[][] = [];
  let described = new Set<string>();
  let size = 0;
  for (const choice of choices) {
    const open = batches.at(-1);
    const more = charactersOf(choice, described);
    if (open !== undefined && size + more <= maxCharacters) {
      open.push(choice);
      size += more;
    } else {
      batches.push([choice]);
      described = new Set();
      size = charactersOf(choice, described);
    }
    for (const { trail } of choice.list) described.add(trail.id);
  }
  return batches;
}

/** The characters that a choice adds to a request that already describes these trails. */
function charactersOf({ prompt, list }: Choice, described: ReadonlySet<string>): number {
  const lines = new Set([tokenLine(prompt)]);
  const trails = list.filter(({ trail }) => !described.has(trail.id));
  const texts = trails.map(({ trail }) => JSON.stringify(shownTrail(trail, lines)));
  return texts.reduce((sum, text) => sum + text.length, shownPrompt(prompt).length);
}
