// Shapes of what the console asks of the judge beside a single verdict: candidates with their parts, the examples of a
// trail tried one by one, what a document would change for other trails, and the state of a catalog.
import { type Static, Type } from '@sinclair/typebox';
import { Count, closed, Nullable, OneOf } from '../base/shape.ts';

// Written out where it is used: a schema names a shape by its id only once.
const reference = () => Type.Object({ id: Type.String({ format: 'uuid' }), title: Type.String() }, closed);
const Probability = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Threshold = Probability('The confidence from which a trail is offered.');

/** A compared trail and what its confidence is made of. */
export const RankedCandidate = Type.Object(
  {
    trail: reference(),
    is_this_trail: Type.Boolean({ description: 'Whether it is the trail of the path.' }),
    confidence: Probability('The probability that this trail is the right one, before one is chosen.'),
    offered: Type.Boolean({ description: 'Whether it is the one that would be offered.' }),
    listed_as: Nullable(OneOf(['match', 'no_match']), {
      description: 'What the trail lists this very prompt as, if it does: that decides.',
    }),
    parts: Type.Object(
      {
        words: Probability('How alike the words of the prompt and of the trail are.'),
        meaning: Nullable(Type.Number({ minimum: -1, maximum: 1 }), {
          description: 'How alike they are in meaning; null where meaning was not compared.',
        }),
        lead: Type.Number({
          minimum: -1,
          maximum: 1,
          description: 'Its confidence less that of the best other trail.',
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
      description: 'The part of the prompt that decided: of a long prompt the request in it.',
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
    pass: Type.Boolean({ description: 'Whether the trail surfaced exactly where the example expects it to.' }),
  },
  closed,
);

/** One example judged as it stands, and again as if the trail did not list it. */
export const EvaluatedExample = Type.Object(
  {
    index: Count('Place of the example in `trigger.examples`.'),
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
    passed: Count('Examples that pass as the document stands.'),
    passed_left_out: Count('Examples that pass without being listed: other wordings are likely to as well.'),
    examples: Type.Array(EvaluatedExample),
  },
  { ...closed, $id: 'ExampleEvaluation' },
);
export type ExampleEvaluation = Static<typeof ExampleEvaluation>;

/** A prompt like an example of a live trail, and who is offered for it before and after. */
export const WinnerChange = Type.Object(
  {
    trail: reference(),
    index: Count("Place of the example in that trail's `trigger.examples`."),
    text: Type.String(),
    before: Nullable(reference(), { description: 'The trail offered today; null where none is.' }),
    after: Nullable(reference(), { description: 'The trail offered once the document is published.' }),
    kind: OneOf(['taken', 'lost', 'moved'], {
      description:
        'taken: this trail takes the prompt from another. lost: it no longer gets it. moved: between others.',
    }),
  },
  { ...closed, $id: 'WinnerChange' },
);
export type WinnerChange = Static<typeof WinnerChange>;

export const CatalogEffect = Type.Object(
  {
    threshold: Threshold,
    tried: Count('Examples of live trails that were tried.'),
    complete: Type.Boolean({ description: 'Whether every example of the live trails near this one was tried.' }),
    changes: Type.Array(WinnerChange),
  },
  { ...closed, $id: 'CatalogEffect' },
);
export type CatalogEffect = Static<typeof CatalogEffect>;

/** How well a live trail stands on its own examples. */
export const TrailHealth = Type.Object(
  {
    trail: reference(),
    match_examples: Count('Its `match` examples.'),
    found: Count('Those that lead to the trail when they are not listed.'),
    unsupported: Type.Array(Count('Place of an example that leads to no trail when it is not listed.')),
    lost_to: Type.Array(
      Type.Object({ trail: reference(), examples: Type.Array(Count('Place of an example.')) }, closed),
      { description: 'Live trails that other wordings of its examples go to.' },
    ),
    twins: Type.Array(reference(), {
      description: 'Live trails that are hardly told apart from it by what each says it is for; at most three.',
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
      description: 'Send it as `after` for the trails behind these; null on the last page.',
    }),
  },
  { ...closed, $id: 'CatalogHealth' },
);
export type CatalogHealth = Static<typeof CatalogHealth>;

/** How a revision did on its examples when they were last run over it. */
export const ExampleHistory = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          revision: Type.Integer({ minimum: 1 }),
          version: Nullable(Type.Integer({ minimum: 1 }), {
            description: 'What it was published as; null: it was not.',
          }),
          run_at: Type.String({ format: 'date-time' }),
          examples: Count('Its examples.'),
          passed: Count('Those that passed as it stood.'),
          passed_left_out: Nullable(Count('Those that passed without being listed.'), {
            description: 'null where that was not tried.',
          }),
        },
        closed,
      ),
      { description: 'At most 50 revisions, the earliest first.' },
    ),
  },
  { ...closed, $id: 'ExampleHistory' },
);
export type ExampleHistory = Static<typeof ExampleHistory>;
