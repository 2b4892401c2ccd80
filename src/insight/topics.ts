// What a question is about, in words of the judge's lists and never in the person's own: two questions that share a
// topic fall together, and nothing that somebody typed is kept.

import { featureOf, hashText, KINDS } from '@cairn/surfacing-judge/feature-numbers';
import { featureReader } from '@cairn/surfacing-judge/features';
import { conceptGroups, fields } from '@cairn/surfacing-judge/word-lists';

/** The topics of a text, at most three; `other` where the lists know no word of it. */
export type TopicsOf = (text: string) => readonly string[];

const MOST_TOPICS = 3;
export const OTHER_TOPIC = 'other';

/**
 * Reads a text as the judge does: stems, phrases, compounds, and the words of other languages that its lists know. A
 * topic is the first term of a group that means the same; where no group is touched, the field of work.
 */
export function topicReader(): TopicsOf {
  let read: TopicsOf | undefined;
  // The lists are read with the first question, not at the start of the process.
  return (text) => {
    read ??= listedTopics();
    return read(text);
  };
}

function listedTopics(): TopicsOf {
  const reader = featureReader();
  const concepts = new Map(
    conceptGroups().map(([name = ''], number) => [
      featureOf(KINDS.concept, hashText(`#${number}`)),
      name.replaceAll('_', ' '),
    ]),
  );
  const work = new Map(fields().map(({ name }) => [featureOf(KINDS.field, hashText(name)), name.replaceAll('_', ' ')]));
  return (text) => {
    const features = new Set(reader.features(text));
    const named = namesOf(concepts, features);
    const topics = named.length > 0 ? named : namesOf(work, features);
    return topics.length === 0 ? [OTHER_TOPIC] : topics.slice(0, MOST_TOPICS);
  };
}

/** Each name once, in the order of the lists. */
const namesOf = (names: ReadonlyMap<number, string>, features: ReadonlySet<number>): string[] => [
  ...new Set([...names].flatMap(([feature, name]) => (features.has(feature) ? [name] : []))),
];
