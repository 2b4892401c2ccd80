// Shapes of events for other systems.
import type { Actor, Subject } from './audit-event.ts';

/** An event that is not an audit entry. `details` contains only numbers, times and ids, so outsiders may read it. */
export interface Announcement {
  readonly team_id: string;
  readonly kind: string;
  readonly at: string;
  readonly actor: Actor;
  readonly subject: Subject;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A pending event. `seq` increases with the commits of one trail across all processes. */
export interface AnnouncedEvent extends Announcement {
  readonly seq: number;
  /** The audit entry's id if the event is one. */
  readonly event_id: string;
  /** Whether audit streams get the entry. */
  readonly is_streamed: boolean;
}
