// How many prompts one request holds: as many as make a prompt of sane length. The examples of a usual trail are one.
import { tokenLine } from '@cairn/surfacing-judge/text';
import { shownPrompt, shownTrail } from './model-prompt.ts';
import type { Choice } from './short-list.ts';

/** About twelve thousand tokens. */
const MOST_CHARACTERS = 48_000;

/** The choices in their order, cut into requests. */
export function batchesOf(choices: readonly Choice[], mostCharacters = MOST_CHARACTERS): Choice[][] {
  const batches: Choice[][] = [];
  let described = new Set<string>();
  let size = 0;
  for (const choice of choices) {
    const open = batches.at(-1);
    const more = charactersOf(choice, described);
    if (open !== undefined && size + more <= mostCharacters) {
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

/** What a choice adds to a request that describes these trails already. */
function charactersOf({ prompt, list }: Choice, described: ReadonlySet<string>): number {
  const lines = new Set([tokenLine(prompt)]);
  const trails = list.filter(({ trail }) => !described.has(trail.id));
  const texts = trails.map(({ trail }) => JSON.stringify(shownTrail(trail, lines)));
  return texts.reduce((sum, text) => sum + text.length, shownPrompt(prompt).length);
}
