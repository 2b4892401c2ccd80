// The place of each table on an engine that distributes by tenant (docs/scale.md). A workspace's catalog has the
// workspace's id, so tables with `team_id` and `catalog_id` are colocated.

export type TableKind =
  /** Its rows are stored with those of their tenant. */
  | { readonly kind: 'distributed'; readonly by: 'team_id' | 'catalog_id' }
  /** Small, and joined with rows of tenants: a full copy on every node. A change needs every node. */
  | { readonly kind: 'replicated' }
  /** Only on the coordinator. */
  | { readonly kind: 'local' };

/** The tables of each kind. The first two kinds also name the tenant column of each table. */
export const TABLES = {
  team_id: [
    ...['team_seats', 'seat_bookings', 'seat_days', 'team_domains', 'domain_claims'],
    ...['members', 'former_members', 'member_roles'],
    ...['groups', 'group_memberships', 'group_changes', 'group_roles', 'group_managers'],
    ...['invitations', 'connections', 'scim_tokens', 'scim_client_secrets', 'scim_workload_identities', 'setup_links'],
    ...['scim_user_records', 'scim_group_records', 'scim_departures'],
    ...['provisioning_log', 'provisioning_days'],
    ...['deactivation_limits', 'deactivation_guards', 'suspensions'],
    ...['audit_entries', 'audit_outbox', 'audit_streams', 'audit_stream_entries'],
    ...['webhook_endpoints', 'feed_events', 'webhook_deliveries'],
    ...['single_sign_on', 'single_sign_on_links', 'oauth_policies'],
    ...['tool_calls', 'trail_deliveries', 'trail_reach', 'trail_favourites', 'unanswered_questions'],
    ...['insight_settings'],
  ],
  catalog_id: [
    ...[
      'catalogs',
      'trails',
      'deleted_trails',
      'trail_search',
      'trail_revisions',
      'trail_versions',
      'trail_grants',
      'trail_feedback',
      'trail_sets',
      'trail_set_items',
      'trail_set_grants',
    ],
    ...['trail_meanings', 'example_runs', 'trail_approvals', 'trail_schedules', 'trail_care', 'public_catalogs'],
    'trail_safety',
    ...['catalog_changes', 'content_assets', 'content_asset_trails', 'idempotency_keys', 'api_credentials'],
    ...['oauth_grants', 'model_spending'],
  ],
  replicated: ['accounts', 'teams', 'domain_owners', 'audit_followers'],
  local: [
    ...['schema_migrations', 'service_settings', 'row_moves', 'login_links', 'passwords'],
    ...['single_sign_on_attempts', 'sessions', 'oauth_artifacts', 'token_owners', 'id_owners'],
  ],
} as const;

const all = (tables: readonly string[], kind: TableKind): (readonly [string, TableKind])[] =>
  tables.map((table) => [table, kind] as const);

export const TABLE_KINDS: ReadonlyMap<string, TableKind> = new Map([
  ...all(TABLES.team_id, { kind: 'distributed', by: 'team_id' }),
  ...all(TABLES.catalog_id, { kind: 'distributed', by: 'catalog_id' }),
  ...all(TABLES.replicated, { kind: 'replicated' }),
  ...all(TABLES.local, { kind: 'local' }),
]);
