// The audit log. Entries are written in the transaction of the change, so neither exists without the other. The
// database does not allow entries to be changed or deleted.

import { newId } from '../base/id.ts';
import type { Tx } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import type { Actor, AuditEvent, Subject } from './audit-event.ts';
import { entriesSql, insertEntries } from './audit-store.ts';

/** The author of a change, for columns and audit entries. `account_id` is null if the author is not a person. */
export interface By {
  readonly account_id: string | null;
  readonly actor: Actor;
  readonly request_id: string;
}

/** Writes the entries, in order, in the transaction of the change. */
export async function recordAuditEvents(tx: Tx, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEntries(tx, named(events));
}

/** The `with` list that writes each `entry` for which `when` is true, for changes written in the same statement. */
export const recordingSql = (teamId: string, events: readonly AuditEvent[], when: Sql): Sql =>
  entriesSql(teamId, named(events), when);

const named = (events: readonly AuditEvent[]) => events.map((event) => ({ entry_id: newId(), ...event }));

/** The values that a change modified, before and after. */
export interface Difference {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** The fields that differ before and after a change; undefined if none do. */
export function differenceOf<Field extends string>(
  fields: readonly Field[],
  before: Readonly<Record<Field, unknown>>,
  after: Readonly<Record<Field, unknown>>,
): Difference | undefined {
  const moved = fields.filter((field) => before[field] !== after[field]);
  const pick = (from: Readonly<Record<Field, unknown>>) =>
    Object.fromEntries(moved.map((field) => [field, from[field]]));
  return moved.length === 0 ? undefined : { before: pick(before), after: pick(after) };
}

/** Writes the entry of a change made by `by`. */
export const recordChange = (
  tx: Tx,
  team_id: string,
  kind: string,
  subject: Subject,
  by: By,
  difference: Difference = {},
): Promise<void> => recordAuditEvents(tx, [auditEvent(team_id, kind, subject, by, difference)]);

/** The entry of a change made by `by`, to be written together with others. */
export const auditEvent = (
  team_id: string,
  kind: string,
  subject: Subject,
  by: By,
  difference: Difference = {},
): AuditEvent => ({ team_id, kind, actor: by.actor, subject, request_id: by.request_id, ...difference });
