// Shortened versions of the authored trails, to measure trails with little evidence.
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';

/** The trail with its title, its trigger text and this many of its `match` examples, and nothing else. */
const cutTo = (trail: JudgedTrail, examples: number, when = trail.when): JudgedTrail => ({
  ...trail,
  when,
  description: '',
  keywords: [],
  prompts: [],
  examples: trail.examples.filter((one) => one.expect === 'match').slice(0, examples),
});

const FIRST_CLAUSE_ENDS = /[.;:!?,]\s|\s+(?:and|or)\s+/;

/** All lean versions by name. */
export const LEAN_VERSIONS: Readonly<Record<string, (trail: JudgedTrail) => JudgedTrail>> = {
  'title and moment': (trail) => cutTo(trail, 0),
  'title and first clause': (trail) => cutTo(trail, 0, trail.when.split(FIRST_CLAUSE_ENDS)[0]),
  'one example': (trail) => cutTo(trail, 1),
  'two examples': (trail) => cutTo(trail, 2),
  'long moment, one example': (trail) => cutTo(trail, 1, `${trail.when} ${trail.description}`),
};
