// A connection: one identity provider of one team.

/** The identity providers whose steps the console knows; `other` is any that speaks SCIM 2.0. */
export const IDENTITY_PROVIDERS = ['okta', 'entra', 'google', 'onelogin', 'jumpcloud', 'ping', 'other'] as const;
export type IdentityProvider = (typeof IDENTITY_PROVIDERS)[number];

export interface Connection {
  readonly connection_id: string;
  readonly name: string;
  readonly provider: IdentityProvider;
  readonly enabled: boolean;
  /** Takes no changes of the identity provider for now; reads are answered, and nothing is lost. */
  readonly paused: boolean;
  /** Refuses what RFC 7644 does not allow (Decision 33). */
  readonly strict: boolean;
  /** Sync grants the Manager role to everybody with direct reports (contract 3.3). */
  readonly manager_visibility: boolean;
  /** When an admin confirmed what set-up links made for it; null: not yet. */
  readonly confirmed_at: string | null;
  readonly created_at: string;
}

/** The connection as an audit entry names it. */
export const subjectOf = ({ connection_id, name }: Pick<Connection, 'connection_id' | 'name'>) => ({
  kind: 'connection',
  id: connection_id,
  name,
});

/** Where its identity provider finds it (contract 4.4): what an administrator pastes as base URL or tenant URL. */
export const connectionBase = (publicUrl: string, connectionId: string): string =>
  `${publicUrl}/scim/v2/${connectionId}`;
