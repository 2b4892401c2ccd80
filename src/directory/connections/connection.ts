// A connection: one identity provider of one team.

/** The identity providers for which the console has instructions. `other` is any other that supports SCIM 2.0. */
export const IDENTITY_PROVIDERS = ['okta', 'entra', 'google', 'onelogin', 'jumpcloud', 'ping', 'other'] as const;
export type IdentityProvider = (typeof IDENTITY_PROVIDERS)[number];

export interface Connection {
  readonly connection_id: string;
  readonly name: string;
  readonly provider: IdentityProvider;
  readonly enabled: boolean;
  /** Rejects changes from the identity provider for now, but serves reads. Nothing is lost. */
  readonly paused: boolean;
  /** Rejects requests that RFC 7644 does not allow (Decision 33). */
  readonly strict: boolean;
  /** Sync grants the Manager role to everyone with direct reports (contract 3.3). */
  readonly manager_visibility: boolean;
  /** A new user takes the externalId of a deactivated one, instead of being refused. */
  readonly moves_external_id: boolean;
  /** The log keeps the content of changes for some days, so that an admin can rehearse them. */
  readonly keeps_requests: boolean;
  /** JSON: the attributes of users that an admin declared (provisioning/declared-attributes.ts). */
  readonly declared_attributes: string;
  /** JSON: the attributes for name, address and manager (provisioning/attribute-mapping.ts); null: the default ones. */
  readonly attribute_mapping: string | null;
  /** When an admin confirmed the credentials that set-up links created for it. Null: not confirmed yet. */
  readonly confirmed_at: string | null;
  readonly created_at: string;
}

/** The connection as the subject of an audit entry. */
export const subjectOf = ({ connection_id, name }: Pick<Connection, 'connection_id' | 'name'>) => ({
  kind: 'connection',
  id: connection_id,
  name,
});

/** The base URL for the identity provider (contract 4.4), which an admin pastes there. */
export const connectionBase = (publicUrl: string, connectionId: string): string =>
  `${publicUrl}/scim/v2/${connectionId}`;
