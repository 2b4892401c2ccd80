// The shapes of a team (a workspace).
import type { LanguageName } from '../../base/texts/language-names.ts';
import type { Plan } from './plans.ts';

export interface Team {
  readonly team_id: string;
  readonly name: string;
  readonly owner_id: string;
  readonly owner_name: string;
  readonly owner_email: string | null;
  readonly plan: Plan;
  /** The number of contracted seats; null: unlimited. */
  readonly seat_limit: number | null;
  readonly seats_used: number;
  readonly trails_enabled: boolean;
  /** If a connection takes over a group, an admin must confirm that the group keeps its admin role. */
  readonly confirm_admin_groups: boolean;
  /** For people who chose none and whose browser asks for none that the console has. Null: English. */
  readonly language: LanguageName | null;
  readonly created_at: string;
}
