// A connection as a client of the token endpoint: what its identity provider asks with. Shapes alone.
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
  /** Made through a set-up link, and no admin has confirmed the connection yet. */
  readonly is_waiting: boolean;
}

/** A workload of the company's own tenant: the one subject of one issuer that may ask for tokens of the connection. */
export interface WorkloadIdentity {
  readonly identity_id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** The connection that asks. */
export interface ScimClient {
  readonly team_id: string;
  readonly connection_id: string;
  readonly connection_name: string;
  readonly enabled: boolean;
  readonly plan: Plan;
}
