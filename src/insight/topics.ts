// What a question is about, in words of the judge's lists and never in the person's own: two questions that share a
// topic fall together, and nothing that somebody typed is kept.

import { stem } from '@cairn/surfacing-judge/stem';
import { tokens } from '@cairn/surfacing-judge/text';
import { conceptGroups } from '@cairn/surfacing-judge/word-lists';

/** The topics of a text, at most three; `other` where the lists know no word of it. */
export type TopicsOf = (text: string) => readonly string[];

const MOST_TOPICS = 3;
export const OTHER_TOPIC = 'other';

/** A topic is the first term of a group of terms that mean the same. */
export function topicReader(groups: readonly (readonly string[])[] = conceptGroups()): TopicsOf {
  const byStem = new Map<string, string>();
  for (const group of groups) {
    const [name = ''] = group;
    for (const term of group.filter((one) => !one.includes('_'))) {
      if (!byStem.has(stem(term))) byStem.set(stem(term), name.replaceAll('_', ' '));
    }
  }
  return (text) => {
    const topics = new Set(tokens(text).flatMap((token) => byStem.get(stem(token)) ?? []));
    return topics.size === 0 ? [OTHER_TOPIC] : [...topics].slice(0, MOST_TOPICS);
  };
}
