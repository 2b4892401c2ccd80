// All fields of a document: label, getter, setter, and conversion to text. Differences, merging and the publish review
// use this table, so none of them can forget a field.
import { toolOf } from '../../api/reading.ts';
import { t } from '../../parts/texts/t.ts';
import type { FullDocument } from './full-document.ts';

export interface Field {
  /** The dotted path, as in publish issues. */
  readonly path: string;
  readonly label: string;
  readonly get: (document: FullDocument) => unknown;
  readonly set: (document: FullDocument, value: unknown) => FullDocument;
  readonly toText: (document: FullDocument) => string;
}

const lines = (items: readonly string[]): string => items.join('\n');

function topLevel<Key extends keyof FullDocument>(
  path: Key,
  label: string,
  toText: (value: FullDocument[Key]) => string,
): Field {
  return {
    path,
    label,
    get: (document) => document[path],
    set: (document, value) => ({ ...document, [path]: value }),
    toText: (document) => toText(document[path]),
  };
}

function ofTrigger<Key extends keyof FullDocument['trigger']>(
  key: Key,
  label: string,
  toText: (value: FullDocument['trigger'][Key]) => string,
): Field {
  return {
    path: `trigger.${key}`,
    label,
    get: ({ trigger }) => trigger[key],
    set: (document, value) => ({ ...document, trigger: { ...document.trigger, [key]: value } }),
    toText: ({ trigger }) => toText(trigger[key]),
  };
}

export const FIELDS: readonly Field[] = [
  topLevel('title', t('Title'), String),
  topLevel('target_role', t('Role'), String),
  topLevel('description', t('Description'), String),
  topLevel('tools', t('AI tools'), (ids) => lines(ids.map((id) => toolOf(id).name))),
  ofTrigger('when', t('The moment'), String),
  ofTrigger('keywords', t('Keywords'), lines),
  ofTrigger('examples', t('Examples'), (examples) =>
    lines(
      examples.map(({ expect, text }) =>
        expect === 'match' ? t('surface: {text}', { text }) : t('stay away: {text}', { text }),
      ),
    ),
  ),
  topLevel('prompts', t('Prompts'), (prompts) => prompts.map(({ label, body }) => `${label}\n${body}`).join('\n\n')),
  topLevel('setup_guide', t('Setup guide'), String),
  topLevel('feedback_enabled', t('Feedback'), (isOn) => (isOn ? t('asked for') : t('not asked'))),
];

/** The label of an issue's field, with its position in a list: `prompts[1].body` as "Prompts, 2". */
export function nameOfField(path: string): string {
  const field = FIELDS.find(({ path: known }) => path.startsWith(known) && /^([.[]|$)/.test(path.slice(known.length)));
  const place = /\[(\d+)\]/.exec(path)?.[1];
  const name = field?.label ?? t('When it surfaces');
  return place === undefined ? name : `${name}, ${Number(place) + 1}`;
}
