// Shapes of the console's evaluations: ranked candidates with the parts of their scores, the results of each example,
// the effect of a document on other trails, and the health of a catalog.
import { type Static, Type } from '@sinclair/typebox';
import { Count, closed, Nullable, OneOf } from '../base/shape.ts';

// A function, because a schema may contain a shape with an id only once.
const reference = () => Type.Object({ id: Type.String({ format: 'uuid' }), title: Type.String() }, closed);
const Probability = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Threshold = Probability('The minimum confidence for a trail to be offered.');

/** A compared trail and the parts of its confidence. */
export const RankedCandidate = Type.Object(
  {
    trail: reference(),
    is_this_trail: Type.Boolean({ description: 'Whether this is the trail in the path.' }),
    confidence: Probability('The probability that this trail is the right one, before the choice.'),
    offered: Type.Boolean({ description: 'Whether this trail would be offered.' }),
    listed_as: Nullable(OneOf(['match', 'no_match']), {
      description: 'How the trail lists this exact prompt, if it does. This decides the result.',
    }),
    parts: Type.Object(
      {
        words: Probability('Similarity of the words in the prompt and the trail.'),
        meaning: Nullable(Type.Number({ minimum: -1, maximum: 1 }), {
          description: 'Similarity in meaning; null if meaning was not compared.',
        }),
        lead: Type.Number({
          minimum: -1,
          maximum: 1,
          description: 'The difference between its confidence and that of the best other trail.',
        }),
      },
      closed,
    ),
  },
  { ...closed, $id: 'RankedCandidate' },
);
export type RankedCandidate = Static<typeof RankedCandidate>;

export const RankedCandidates = Type.Object(
  {
    decided_by: Type.String({
      description: 'The part of the prompt that was judged. For a long prompt, the request in it.',
    }),
    threshold: Threshold,
    candidates: Type.Array(RankedCandidate, { description: 'Best first.' }),
  },
  { ...closed, $id: 'RankedCandidates' },
);
export type RankedCandidates = Static<typeof RankedCandidates>;

const ExampleVerdict = Type.Object(
  {
    would_surface: Type.Boolean(),
    confidence: Probability('The probability that this trail is offered.'),
    reason: Type.String(),
    winner: Nullable(reference(), { description: 'The live trail that would be offered instead, if any.' }),
    pass: Type.Boolean({ description: 'Whether the trail surfaced as the example expects.' }),
  },
  closed,
);

/** The results for one example: as listed, and as if the trail did not list it. */
export const EvaluatedExample = Type.Object(
  {
    index: Count('Index of the example in `trigger.examples`.'),
    text: Type.String(),
    expect: OneOf(['match', 'no_match']),
    listed: ExampleVerdict,
    left_out: ExampleVerdict,
  },
  { ...closed, $id: 'EvaluatedExample' },
);
export type EvaluatedExample = Static<typeof EvaluatedExample>;

export const ExampleEvaluation = Type.Object(
  {
    threshold: Threshold,
    passed: Count('Examples that pass.'),
    passed_left_out: Count('Examples that pass without being listed. Other wordings are likely to pass, too.'),
    examples: Type.Array(EvaluatedExample),
  },
  { ...closed, $id: 'ExampleEvaluation' },
);
export type ExampleEvaluation = Static<typeof ExampleEvaluation>;

/** A prompt similar to an example of a live trail, and the trails offered for it before and after. */
export const WinnerChange = Type.Object(
  {
    trail: reference(),
    index: Count("Index of the example in that trail's `trigger.examples`."),
    text: Type.String(),
    before: Nullable(reference(), { description: 'The trail offered today; null if there is none.' }),
    after: Nullable(reference(), { description: 'The trail offered once the document is published.' }),
    kind: OneOf(['taken', 'lost', 'moved'], {
      description:
        'taken: this trail takes the prompt from another. lost: it loses the prompt. moved: between other trails.',
    }),
  },
  { ...closed, $id: 'WinnerChange' },
);
export type WinnerChange = Static<typeof WinnerChange>;

export const CatalogEffect = Type.Object(
  {
    threshold: Threshold,
    tried: Count('Number of examples of live trails that were tried.'),
    complete: Type.Boolean({ description: 'Whether every example of the live trails near this one was tried.' }),
    changes: Type.Array(WinnerChange),
  },
  { ...closed, $id: 'CatalogEffect' },
);
export type CatalogEffect = Static<typeof CatalogEffect>;

/** How well a live trail matches its own examples. */
export const TrailHealth = Type.Object(
  {
    trail: reference(),
    match_examples: Count('Its `match` examples.'),
    found: Count('Examples that lead to the trail even if they are not listed.'),
    unsupported: Type.Array(Count('Index of an example that leads to no trail if it is not listed.')),
    lost_to: Type.Array(
      Type.Object({ trail: reference(), examples: Type.Array(Count('Index of an example.')) }, closed),
      { description: 'Live trails that other wordings of its examples lead to.' },
    ),
    twins: Type.Array(reference(), {
      description: 'Live trails that are hard to distinguish from it by what each says it is for; at most three.',
    }),
  },
  { ...closed, $id: 'TrailHealth' },
);
export type TrailHealth = Static<typeof TrailHealth>;

export const CatalogHealth = Type.Object(
  {
    threshold: Threshold,
    live: Count('Live trails of the catalog.'),
    items: Type.Array(TrailHealth),
    next_after: Nullable(Type.String({ format: 'uuid' }), {
      description: 'Send as `after` to get the next page; null on the last page.',
    }),
  },
  { ...closed, $id: 'CatalogHealth' },
);
export type CatalogHealth = Static<typeof CatalogHealth>;

/** The results of a revision's last example run. */
export const ExampleHistory = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          revision: Type.Integer({ minimum: 1 }),
          version: Nullable(Type.Integer({ minimum: 1 }), {
            description: 'The version it was published as; null if it was not published.',
          }),
          run_at: Type.String({ format: 'date-time' }),
          examples: Count('Its examples.'),
          passed: Count('Examples that passed.'),
          passed_left_out: Nullable(Count('Examples that passed without being listed.'), {
            description: 'null if this was not tried.',
          }),
        },
        closed,
      ),
      { description: 'At most 50 revisions, oldest first.' },
    ),
  },
  { ...closed, $id: 'ExampleHistory' },
);
export type ExampleHistory = Static<typeof ExampleHistory>;
