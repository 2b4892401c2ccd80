// A connection: one identity provider of one team.

export interface Connection {
  readonly connection_id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Takes no changes of the identity provider for now; reads are answered, and nothing is lost. */
  readonly paused: boolean;
  /** Refuses what RFC 7644 does not allow (Decision 33). */
  readonly strict: boolean;
  /** Sync grants the Manager role to everybody with direct reports (contract 3.3). */
  readonly manager_visibility: boolean;
  readonly created_at: string;
}
