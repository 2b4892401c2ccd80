// A team (a workspace): shapes alone.
import type { Plan } from './plans.ts';

export interface Team {
  readonly team_id: string;
  readonly name: string;
  readonly owner_id: string;
  readonly owner_name: string;
  readonly owner_email: string | null;
  readonly plan: Plan;
  /** Seats contracted; null: as many as come. */
  readonly seat_limit: number | null;
  readonly seats_used: number;
  readonly trails_enabled: boolean;
  /** A group that a connection takes over keeps the role admin only after an admin has confirmed it. */
  readonly confirm_admin_groups: boolean;
  readonly created_at: string;
}
