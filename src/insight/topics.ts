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
  const concepts = listed(
    conceptGroups().map(([name = ''], number) => [featureOf(KINDS.concept, hashText(`#${number}`)), name]),
  );
  const work = listed(fields().map(({ name }) => [featureOf(KINDS.field, hashText(name)), name]));
  return (text) => {
    const features = new Set(reader.features(text));
    const named = namesOf(concepts, features);
    const topics = named.length > 0 ? named : namesOf(work, features);
    return topics.length === 0 ? [OTHER_TOPIC] : topics.slice(0, MOST_TOPICS);
  };
}

interface Listed {
  readonly name: string;
  /** Its place in the lists. */
  readonly at: number;
}

const listed = (names: readonly (readonly [feature: number, name: string])[]): ReadonlyMap<number, Listed> =>
  new Map(names.map(([feature, name], at) => [feature, { name: name.replaceAll('_', ' '), at }]));

/** Each name once, in the order of the lists. Looks up the features of a text, which are few beside the names. */
function namesOf(names: ReadonlyMap<number, Listed>, features: ReadonlySet<number>): string[] {
  const found = [...features].flatMap((feature) => names.get(feature) ?? []);
  return [...new Set(found.sort((one, other) => one.at - other.at).map(({ name }) => name))];
}
