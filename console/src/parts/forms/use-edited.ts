// A form over what is stored, and others change it, too. A field that nobody touched here follows what is stored; one
// that was changed here and elsewhere is in conflict: both are shown, and nothing is overwritten unseen.
import { useState } from 'react';
import type { Problem } from '../../api/problem.ts';
import { isSame } from './same.ts';

interface Kept<Fields> {
  readonly stored: Fields;
  /** What is stored, as this form has shown it. */
  readonly seen: Fields;
  readonly value: Fields;
  /** What was sent: where it is stored, it is this form's own change, also before its answer or without one. */
  readonly sent: readonly Partial<Fields>[];
}

export interface Edited<Fields> {
  readonly value: Fields;
  readonly set: (part: Partial<Fields>) => void;
  readonly isDirty: boolean;
  /** What was changed here, as it shall be. */
  readonly changes: Partial<Fields>;
  /** The same as it was before: the service refuses where it is another by now. */
  readonly seen: Partial<Fields>;
  readonly stored: Fields;
  /** What was changed here and elsewhere. */
  readonly conflicts: readonly (keyof Fields & string)[];
  /** For `useChange`: true for a refusal that is one of these conflicts, which the form shows. */
  readonly shows: (problem: Problem) => boolean;
  /** Call with what is sent, before it goes. */
  readonly sending: (sent: Partial<Fields>) => void;
  /** Call with what was sent, once it is stored. */
  readonly saved: (sent: Partial<Fields>) => void;
  /** Nothing is changed here any more. */
  readonly reset: () => void;
  /** The change goes on top of what is stored now. */
  readonly putOnTop: () => void;
  /** What is stored now is shown instead of the change. */
  readonly takeStored: () => void;
}

export function useEdited<Fields extends object>(stored: Fields): Edited<Fields> {
  const [last, keep] = useState<Kept<Fields>>({ stored, seen: stored, value: stored, sent: [] });
  const kept = isSame(last.stored, stored) ? last : rebased(last, stored);
  if (kept !== last) keep(kept);
  const { seen, value } = kept;
  const names = Object.keys(stored) as (keyof Fields & string)[];
  const touched = names.filter((name) => !isSame(value[name], seen[name]));
  const conflicts = touched.filter((name) => !isSame(stored[name], seen[name]) && !isSame(stored[name], value[name]));
  return {
    value,
    set: (part) => keep((now) => ({ ...now, value: { ...now.value, ...part } })),
    isDirty: touched.length > 0,
    changes: chosen(value, touched),
    seen: chosen(seen, touched),
    stored,
    conflicts,
    shows: ({ members: { now } }) => {
      const stands = now as Partial<Fields> | undefined;
      return (
        stands !== undefined &&
        touched.some(
          (name) => name in stands && !isSame(stands[name], value[name]) && !isOwn(kept.sent, name, stands[name]),
        )
      );
    },
    sending: (sent) => keep((now) => ({ ...now, sent: [...now.sent, sent] })),
    saved: (sent) => keep((now) => ({ ...now, seen: { ...now.seen, ...sent } })),
    reset: () => keep((now) => ({ ...now, value: now.seen })),
    putOnTop: () => keep((now) => ({ ...now, seen: { ...now.seen, ...chosen(stored, conflicts) } })),
    takeStored: () => {
      const taken = chosen(stored, conflicts);
      keep((now) => ({ ...now, seen: { ...now.seen, ...taken }, value: { ...now.value, ...taken } }));
    },
  };
}

/** What is stored has moved: it is shown wherever nobody touched it here, or changed it to the same. */
function rebased<Fields extends object>({ seen, value, sent }: Kept<Fields>, stored: Fields): Kept<Fields> {
  const names = Object.keys(stored) as (keyof Fields)[];
  const followed = chosen(
    stored,
    names.filter((name) => isSame(value[name], seen[name]) || isSame(value[name], stored[name])),
  );
  const own = chosen(
    stored,
    names.filter((name) => isOwn(sent, name, stored[name])),
  );
  return { stored, seen: { ...seen, ...followed, ...own }, value: { ...value, ...followed }, sent };
}

const chosen = <Fields extends object>(fields: Fields, names: readonly (keyof Fields)[]): Partial<Fields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;

const isOwn = <Fields extends object>(sent: readonly Partial<Fields>[], name: keyof Fields, value: unknown): boolean =>
  sent.some((one) => name in one && isSame(one[name], value));
