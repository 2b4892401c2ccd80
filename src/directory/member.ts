// A member: an account's place in a team, and the source that manages the membership.
import { refuse } from '../base/refusal.ts';

/** The owner of a membership or group: a connection's id, or null for this service. */
export type Source = string | null;

export interface Membership {
  readonly status: 'active' | 'deactivated';
  readonly connection_id: Source;
}

export interface Member extends Membership {
  readonly account_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly manager_id: string | null;
  readonly is_owner: boolean;
  readonly joined_at: string;
  readonly deactivated_at: string | null;
}

export function noSuchMember(): never {
  throw refuse('not-found', 'There is no such member in this workspace.');
}
