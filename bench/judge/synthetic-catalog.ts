// Large catalogs for measuring time and memory: trails with seventeen texts in the vocabulary of office work.

import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { conceptGroups } from '@cairn/surfacing-judge/word-lists';
import { type Random, seededRandom } from './random.ts';

const WORDS = conceptGroups()
  .flat()
  .map((term) => term.replaceAll('_', ' '));
const FRAMES = [
  'write a # for the # of our #',
  'can you help me to # the # before the #',
  'we need a # about # and # for the #',
  'how do I # a # when the # is #',
  'please # these # into a # with # and #',
];
const SYLLABLES = 'ba ce di fo gu ha ke li mo nu pa re si to vu wa xe yo za bri cla dre flo gri'.split(' ');

/**
 * Title, trigger text, description, five examples, five keywords and two prompts with labels: seventeen texts per
 * trail.
 */
export function* syntheticTrails(count: number, seed = 7): Generator<JudgedTrail> {
  const random = seededRandom(seed);
  for (let number = 0; number < count; number++) {
    // Every trail has a few unique words, like names of products, places and systems.
    const own = Array.from({ length: 3 }, () => ownWord(random));
    const text = (frame: string): string =>
      frame.replaceAll('#', () => (random.next() < 0.2 ? random.pick(own) : random.pick(WORDS)));
    yield judgedTrail(syntheticId(number), {
      title: text('Make a # for the #'),
      description: text('You turn # into a # that the # can use for #.'),
      trigger: {
        when: text('The # is due and the # waits for the #.'),
        keywords: Array.from({ length: 5 }, () => text('# #')),
        examples: Array.from({ length: 5 }, () => ({ text: text(random.pick(FRAMES)), expect: 'match' as const })),
      },
      prompts: Array.from({ length: 2 }, () => ({
        label: text('Draft the #'),
        body: text(`${FRAMES[0]} ${FRAMES[4]}`),
      })),
    });
  }
}

export const syntheticId = (number: number): string =>
  `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** Prompts similar to the generated examples, and long ones of 4,000 characters. */
export function syntheticPrompts(count: number, characters: number | null, seed = 8): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    let text = random.pick(FRAMES).replaceAll('#', () => random.pick(WORDS));
    while (characters !== null && text.length < characters) {
      text += `. ${random.pick(FRAMES).replaceAll('#', () => random.pick(WORDS))}`;
    }
    return characters === null ? text : text.slice(0, characters);
  });
}

function ownWord(random: Random): string {
  return Array.from({ length: 3 }, () => random.pick(SYLLABLES)).join('');
}
