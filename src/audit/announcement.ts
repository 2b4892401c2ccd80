// An event on its way to other systems: shapes alone.
import type { Actor, Subject } from './audit-event.ts';

/** An event that is no audit entry. `details` are numbers, moments and ids: nothing that a stranger must not read. */
export interface Announcement {
  readonly team_id: string;
  readonly kind: string;
  /** RFC 3339. */
  readonly at: string;
  readonly actor: Actor;
  readonly subject: Subject;
  readonly details: Readonly<Record<string, unknown>>;
}

/** An event as it waits. `seq` rises with the commits of one trail, whichever process made them. */
export interface AnnouncedEvent extends Announcement {
  readonly seq: number;
  /** The audit entry's id where `is_entry`. */
  readonly event_id: string;
  readonly is_entry: boolean;
}
