// Classifies a question by words from the judge's lists rather than the person's own. Questions with the same topic are
// counted together, and nothing that people typed is stored.

import { featureOf, hashText, KINDS } from '@cairn/surfacing-judge/feature-numbers';
import { featureReader } from '@cairn/surfacing-judge/features';
import { conceptGroups, fields } from '@cairn/surfacing-judge/word-lists';

/** The topics of a text, at most three. `other` if the lists know none of its words. */
export type TopicsOf = (text: string) => readonly string[];

const MAX_TOPICS = 3;
export const OTHER_TOPIC = 'other';

/**
 * Reads a text the way the judge does: stems, phrases, compounds, and words from the other languages in its lists. A
 * topic is the first term of a matching group of synonyms, or the field of work if no group matches.
 */
export function topicReader(): TopicsOf {
  let read: TopicsOf | undefined;
  // Loads the lists for the first question, not at startup.
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
    return topics.length === 0 ? [OTHER_TOPIC] : topics.slice(0, MAX_TOPICS);
  };
}

interface Listed {
  readonly name: string;
  /** The topic's position in the lists. */
  readonly at: number;
}

const listed = (names: readonly (readonly [feature: number, name: string])[]): ReadonlyMap<number, Listed> =>
  new Map(names.map(([feature, name], at) => [feature, { name: name.replaceAll('_', ' '), at }]));

/**
 * The names without duplicates, in list order. Iterates over the features, because a text has few compared with the
 * names.
 */
function namesOf(names: ReadonlyMap<number, Listed>, features: ReadonlySet<number>): string[] {
  const found = [...features].flatMap((feature) => names.get(feature) ?? []);
  return [...new Set(found.sort((one, other) => one.at - other.at).map(({ name }) => name))];
}
