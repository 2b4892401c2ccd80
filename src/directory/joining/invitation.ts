// An invitation to a team. Only the invited person can accept it.
import type { Role } from '../roles.ts';

/** As the inviting team sees it. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  /** As entered by the inviting person. */
  readonly name: string;
  readonly roles: readonly Role[];
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** As the invited person sees it. */
export interface OwnInvitation extends Omit<Invitation, 'email' | 'name'> {
  readonly team_id: string;
  readonly team_name: string;
}
