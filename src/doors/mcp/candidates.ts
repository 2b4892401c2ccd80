// The trails that a model chooses from if the judge is not sure, within a budget of tokens, and the mark with which the
// model reports which trails it chose from.
import { Type } from '@sinclair/typebox';
import { excerpt } from '../../base/excerpt.ts';
import { closed } from '../../base/shape.ts';
import { type FullDocument, parseDocument } from '../../trails/document/full-document.ts';
import type { VisibleTrailRow } from '../../trails/readers/visible-trails.ts';

export const Candidate = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    title: Type.String(),
    when: Type.String({ description: 'When the trail applies.' }),
    not_for: Type.Optional(Type.Array(Type.String(), { description: 'Prompts that it is not for.' })),
  },
  closed,
);

/** The sentence that introduces the candidates. */
export const HOW_TO_CHOOSE =
  'Pick the one that fits what the person is doing, or none; if unsure, ask the person. Then call get_trail with its ' +
  'id and chosen_from.';

/** Maximum characters of a title, of a moment, and of a no-match example, from generous to terse. */
const SIZES = [
  [100, 180, 70],
  [80, 120, 50],
  [60, 80, 0],
  [40, 50, 0],
  [25, 30, 0],
  [12, 12, 0],
] as const;
const MAX_NOT_FOR = 2;
/** The budget for the candidates alone. The rest of the response takes about 70 tokens. */
const BUDGET = 500;

/** The candidates in the longest form that fits the budget. */
export function candidatesOf(rows: readonly VisibleTrailRow[]) {
  const documents = rows.map((row) => ({ id: row.trail_id, document: parseDocument(row.document) }));
  const inSize = (size: (typeof SIZES)[number]) => documents.map(({ id, document }) => candidateOf(id, document, size));
  const fits = SIZES.find((size) => estimatedTokens(inSize(size)) <= BUDGET);
  return inSize(fits ?? SIZES[SIZES.length - 1] ?? SIZES[0]);
}

function candidateOf(id: string, document: FullDocument, [title, when, notFor]: (typeof SIZES)[number]) {
  const { trigger } = document;
  const moment = trigger.when.trim() === '' ? document.description : trigger.when;
  const others = trigger.examples
    .filter(({ expect }) => expect === 'no_match')
    .slice(0, notFor === 0 ? 0 : MAX_NOT_FOR)
    .map(({ text }) => shortened(text, notFor));
  return {
    id,
    title: shortened(document.title, title),
    when: shortened(moment, when),
    ...(others.length === 0 ? {} : { not_for: others }),
  };
}

const shortened = (text: string, most: number): string => excerpt(text.replace(/\s+/g, ' ').trim(), most);

/** Tokens of the names, brackets and id of a candidate. */
const FRAME = 42;
/** Characters per token: for English, for other Latin text, and for everything else (o200k, rounded down). */
const PER_TOKEN = { ascii: 3.6, latin: 2.2, other: 0.9 } as const;

/** An upper estimate for typical texts that needs no tokenizer. */
function estimatedTokens(candidates: readonly ReturnType<typeof candidateOf>[]): number {
  const text = candidates.map(({ title, when, not_for = [] }) => [title, when, ...not_for].join('')).join('');
  const ascii = text.match(/[ -~]/g)?.length ?? 0;
  const latin = text.match(/[\u00a0-\u024f]/g)?.length ?? 0;
  const isForeign = latin > ascii / 50;
  const ofAscii = ascii / (isForeign ? PER_TOKEN.latin : PER_TOKEN.ascii);
  return (
    FRAME * candidates.length + ofAscii + latin / PER_TOKEN.latin + (text.length - ascii - latin) / PER_TOKEN.other
  );
}

/** Enough of an id to tell five trails apart. */
const MARK_LENGTH = 4;
const markOf = (id: string): string => id.replaceAll('-', '').slice(-MARK_LENGTH).toLowerCase();

/** The value that a model passes to `get_trail`. Contains only ids. */
export const chosenFrom = (ids: readonly string[]): string => ids.map(markOf).join('-');

/** True if the trail was one of those candidates. */
export const wasOffered = (mark: unknown, trailId: string): boolean =>
  typeof mark === 'string' && mark.toLowerCase().split('-').includes(markOf(trailId));
