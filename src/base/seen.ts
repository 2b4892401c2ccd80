// What a caller had before their eyes when they changed something: two people who save one form do not undo each
// other's work unseen.
import { type TProperties, Type } from '@sinclair/typebox';
import { refuse } from './refusal.ts';

/** The member `seen` of a change of these fields: some of them, as they were read. */
export const Seen = <Fields extends TProperties>(fields: Fields) =>
  Type.Optional(
    Type.Partial(Type.Object(fields), {
      additionalProperties: false,
      description: 'Fields as you saw them: where one is another by now, nothing is changed (409, with `now`).',
    }),
  );

/** Fields as the caller saw them; absent: whatever is stored. */
export type SeenOf<Stored> = { readonly [Key in keyof Stored]?: Stored[Key] | undefined } | undefined;

/**
 * Refuses with `conflict`, and the stored ones in `now`, where fields are no longer as the caller saw them. The caller
 * holds what is stored until the transaction ends.
 */
export function requireSeen<Stored extends object>(seen: SeenOf<Stored>, stored: Stored): void {
  const names = Object.keys(seen ?? {}) as (keyof Stored)[];
  const moved = names.filter((name) => JSON.stringify(seen?.[name]) !== JSON.stringify(stored[name]));
  if (moved.length === 0) return;
  throw refuse(
    'conflict',
    'Somebody else changed this meanwhile. Look at what it is now, then send your change again.',
    {
      now: Object.fromEntries(moved.map((name) => [name, stored[name]])),
    },
  );
}
