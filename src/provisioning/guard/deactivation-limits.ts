// How many people a connection may deactivate or delete in an hour before the guard holds the rest: shape and numbers.
// What a workspace chose: chosen-limits.ts.

import { type Static, Type } from '@sinclair/typebox';

/** The limits of a workspace; they hold for each connection by itself. */
export const DeactivationLimits = Type.Object(
  {
    enabled: Type.Boolean({ description: 'false: nothing is counted and nothing is held.' }),
    most_people: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'So many people in an hour at most, however large the workspace is.',
    }),
    most_percent: Type.Integer({
      minimum: 1,
      maximum: 100,
      description:
        'Of the active people whom the connection provisions. Ten people in an hour never count as too large a share.',
    }),
  },
  { $id: 'DeactivationLimits', additionalProperties: false },
);
export type DeactivationLimits = Static<typeof DeactivationLimits>;

/** On from the beginning: an ordinary day passes, and a workspace of ten people is never held. */
export const USUAL_LIMITS: DeactivationLimits = { enabled: true, most_people: 100, most_percent: 20 };

/** So many people are never too large a share: a fifth of a small workspace is one person. */
export const NEVER_TOO_LARGE = 10;

/** How many of `people` active ones may go in an hour. */
export const mostInAnHour = ({ most_people, most_percent }: DeactivationLimits, people: number): number =>
  Math.min(most_people, Math.max(NEVER_TOO_LARGE, Math.floor((people * most_percent) / 100)));
