// The shapes of a connection as a client of the token endpoint, and of its credentials.
import type { Plan } from '../directory/teams/plans.ts';

export interface ClientSecret {
  readonly secret_id: string;
  readonly secret_prefix: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly setup_link_id: string | null;
  readonly setup_link_note: string | null;
  /** Created through a set-up link, and no admin has confirmed the connection yet. */
  readonly is_waiting: boolean;
}

/**
 * A workload in the company's own tenant: the only subject of one issuer that may request tokens for the connection.
 */
export interface WorkloadIdentity {
  readonly identity_id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** The connection that requests a token. */
export interface ScimClient {
  readonly team_id: string;
  readonly connection_id: string;
  readonly connection_name: string;
  readonly enabled: boolean;
  readonly plan: Plan;
}
