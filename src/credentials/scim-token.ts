// The shapes of a SCIM connection's token and of the caller that it identifies.
import type { Plan } from '../directory/teams/plans.ts';

export interface ScimToken {
  readonly token_id: string;
  readonly token_prefix: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly setup_link_id: string | null;
  readonly setup_link_note: string | null;
  /** Created through a set-up link, and no admin has confirmed the connection yet. */
  readonly is_waiting: boolean;
}

/** The connection that a request's token identifies. */
export interface ScimCaller {
  readonly team_id: string;
  readonly connection_id: string;
  readonly connection_name: string;
  /** Rejects changes for now, but still serves reads. */
  readonly paused: boolean;
  readonly strict: boolean;
  readonly manager_visibility: boolean;
  /** The log keeps the content of changes, so that an admin can rehearse them. */
  readonly keeps_requests: boolean;
  /** JSON (provisioning/declared-attributes.ts). */
  readonly declared_attributes: string;
  /** JSON, or null (provisioning/attribute-mapping.ts). */
  readonly attribute_mapping: string | null;
  readonly token_id: string;
  readonly plan: Plan;
  readonly expires_at: string | null;
  /** The version of this data when it was looked up (scim-authenticator.ts). */
  readonly authorization_version: string;
}
