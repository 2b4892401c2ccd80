// State of a form whose stored values other people may change at the same time. Untouched fields follow the stored
// value. A field that was changed both here and elsewhere is a conflict: the form shows both values and overwrites
// nothing silently.
import { useState } from 'react';
import type { Problem } from '../../api/problem.ts';
import { isSame } from './same.ts';

interface Kept<Fields> {
  readonly stored: Fields;
  /** The stored values that this form last showed. */
  readonly seen: Fields;
  readonly value: Fields;
  /**
   * Everything sent so far. A stored value found in here is this form's own change, even if its response was lost or is
   * late.
   */
  readonly sent: readonly Partial<Fields>[];
}

export interface Edited<Fields> {
  readonly value: Fields;
  readonly set: (part: Partial<Fields>) => void;
  readonly isDirty: boolean;
  /** The changed fields with their new values. */
  readonly changes: Partial<Fields>;
  /** The changed fields with their previous values. The service refuses the change if they differ by now. */
  readonly seen: Partial<Fields>;
  readonly stored: Fields;
  /** Fields that were changed both here and elsewhere. */
  readonly conflicts: readonly (keyof Fields & string)[];
  /** For `useChange`: true if the form already shows the problem as a conflict. */
  readonly shows: (problem: Problem) => boolean;
  /** Call with the changes before they are sent. */
  readonly sending: (sent: Partial<Fields>) => void;
  /** Call with the changes once they are stored. */
  readonly saved: (sent: Partial<Fields>) => void;
  /** Discards all changes. */
  readonly reset: () => void;
  /** Resolves conflicts: keeps the changes made here. */
  readonly putOnTop: () => void;
  /** Resolves conflicts: takes the stored values. */
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
      const current = now as Partial<Fields> | undefined;
      return (
        current !== undefined &&
        touched.some(
          (name) => name in current && !isSame(current[name], value[name]) && !isOwn(kept.sent, name, current[name]),
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

/** Applies new stored values to untouched fields and to fields that already have the new value. */
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
