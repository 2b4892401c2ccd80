// How long a rotated credential stays valid after it is replaced.
import { Type } from '@sinclair/typebox';

const DAY_S = 86_400;

export const overlap = (description: string) => ({
  overlap_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 30 * DAY_S, default: DAY_S, description })),
});

/** The overlap in milliseconds, a day by default. */
export const overlapOf = ({ overlap_seconds = DAY_S }: { readonly overlap_seconds?: number }): number =>
  overlap_seconds * 1_000;
