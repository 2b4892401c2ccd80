// An invitation into a team, which only the invited person accepts.
import type { Role } from '../roles.ts';

/** As the team that invites sees it. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  /** As the inviting person wrote it. */
  readonly name: string;
  readonly roles: readonly Role[];
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** As the person who is invited sees it. */
export interface OwnInvitation extends Omit<Invitation, 'email' | 'name'> {
  readonly team_id: string;
  readonly team_name: string;
}
