// The shape and defaults of the limits on deactivations and deletions per hour. For a workspace's own limits see
// chosen-limits.ts.

import { type Static, Type } from '@sinclair/typebox';

/** The limits of a workspace. Each connection is counted separately. */
export const DeactivationLimits = Type.Object(
  {
    enabled: Type.Boolean({ description: 'If false, no one is counted or suspended.' }),
    most_people: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'The maximum number of people per hour, regardless of the size of the workspace.',
    }),
    most_percent: Type.Integer({
      minimum: 1,
      maximum: 100,
      description:
        'The maximum percentage of the active people in the connection. Ten people per hour are always allowed.',
    }),
    final_after_days: Type.Integer({
      minimum: 1,
      maximum: 365,
      description: 'The number of days after which a suspension without a decision is final.',
    }),
  },
  { $id: 'DeactivationLimits', additionalProperties: false },
);
export type DeactivationLimits = Static<typeof DeactivationLimits>;

/** On by default. Ordinary days stay within the limits, and a workspace of ten people never reaches them. */
export const DEFAULT_LIMITS: DeactivationLimits = {
  enabled: true,
  most_people: 100,
  most_percent: 20,
  final_after_days: 30,
};

/** This many people are always allowed: 20% of a small workspace may be a single person. */
export const NEVER_TOO_LARGE = 10;

/** How many of `people` active ones may be deactivated per hour. */
export const mostInAnHour = ({ most_people, most_percent }: DeactivationLimits, people: number): number =>
  Math.min(most_people, Math.max(NEVER_TOO_LARGE, Math.floor((people * most_percent) / 100)));
