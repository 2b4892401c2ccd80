// The values that a caller saw before a change, so that two people who edit the same form do not silently overwrite
// each other's changes.
import { type TProperties, Type } from '@sinclair/typebox';
import { refuse } from './refusal.ts';

/** The optional member `seen` of a change: some of its fields, as the caller last read them. */
export const Seen = <Fields extends TProperties>(fields: Fields) =>
  Type.Optional(
    Type.Partial(Type.Object(fields), {
      additionalProperties: false,
      description: 'Fields as you saw them. If one has changed since, nothing is changed (409, with `now`).',
    }),
  );

/** Fields as the caller saw them. Absent fields are not checked. */
export type SeenOf<Stored> = { readonly [Key in keyof Stored]?: Stored[Key] | undefined } | undefined;

/**
 * Fails with `conflict` if fields differ from what the caller saw; `now` contains their current values. The caller must
 * lock the stored values until the transaction ends.
 */
export function requireSeen<Stored extends object>(seen: SeenOf<Stored>, stored: Stored): void {
  const names = Object.keys(seen ?? {}) as (keyof Stored)[];
  const moved = names.filter((name) => JSON.stringify(seen?.[name]) !== JSON.stringify(stored[name]));
  if (moved.length === 0) return;
  throw refuse(
    'conflict',
    'Someone else changed this in the meantime. Review the current values, then send your change again.',
    {
      now: Object.fromEntries(moved.map((name) => [name, stored[name]])),
    },
  );
}
