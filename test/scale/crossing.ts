// Statements that may read rows of several tenants, each identified by a unique piece of its text, with the reason. Any
// other such statement fails partitions.test.ts, and so does an unnecessary entry.

const SWEEP = 'a sweep of all workspaces, beside requests';
const DISPATCH = 'one process at a time hands on and sends what left, for all workspaces';
const PERSON = 'a person before a workspace is chosen: which ones they belong to, or are invited to';

export const MAY_CROSS: Readonly<Record<string, string>> = {
  'delete from idempotency_keys where (expires_at <=': SWEEP,
  "delete from api_credentials where (kind = 'oauth'": SWEEP,
  'delete from oauth_grants where (least(': SWEEP,
  'delete from scim_tokens where ((secret_id': SWEEP,
  'delete from provisioning_log where (at <': SWEEP,
  'update provisioning_log set sent = null where (sent': SWEEP,
  "delete from suspensions where (state = 'restored'": SWEEP,
  'delete from trail_deliveries where (day <': SWEEP,
  'insert into seat_days as d': SWEEP,
  'delete from seat_days where (day <': SWEEP,
  'delete from provisioning_days where (day <': SWEEP,
  'delete from trail_favourites f where (not exists': SWEEP,
  'select team_id, group_id from group_changes where begun_at <': SWEEP,
  'select w.team_id, w.manager_ref, w.connection_id, w.account_id from': SWEEP,
  'select team_id from connections where connection_id =':
    'a request without a good token names its connection alone; once in ten seconds a connection',
  'delete from feed_events where (at <': SWEEP,
  "'api_key' as kind, credential_id as id, name, expires_at from api_credentials": SWEEP,
  "'connection' as kind, k.connection_id as id, c.name, k.expires_at": SWEEP,
  "'connection' as kind, s.connection_id as id, c.name, s.expires_at": SWEEP,
  'delete from catalog_changes c using catalogs k': SWEEP,
  'select distinct catalog_id from content_assets a where not a.standalone': SWEEP,
  "from suspensions where state in ('restoring', 'ending') and": SWEEP,
  "from suspensions where state = 'counted' and ended_at <": SWEEP,
  'from suspensions s left join deactivation_limits l on': SWEEP,
  'record_id as group_id from scim_group_records where (team_id': SWEEP,
  'delete from deleted_trails where (deleted_at <': SWEEP,
  'on c.catalog_id = k.catalog_id and c.seq = k.live_seq where k.catalog_id = any':
    "what a person is offered comes of two catalogs: the workspace's own and the service-wide one",
  "from trail_schedules where state = 'waiting' and run_at <=": 'what is due in all workspaces, beside requests',
  ') as announced': DISPATCH,
  'delete from audit_outbox where seq <=': DISPATCH,
  'w.endpoint_id from event join': DISPATCH,
  'insert into audit_stream_entries (team_id, stream_id, seq, entry_team_id, entry_id) select': DISPATCH,
  'select team_id, endpoint_id as id from webhook_endpoints': DISPATCH,
  'select team_id, stream_id as id from audit_streams': DISPATCH,
  'as asked (team_id, entry_id) join audit_entries e': DISPATCH,
  'select team_id, account_id from former_members) o where o.account_id =':
    'who joins a workspace: whether another one has or had the person',
  'select s.team_id, s.used from (': 'operators list the workspaces with the number of seats taken',
  'from invitations i join teams t on t.team_id = i.team_id where i.email_key =': PERSON,
  'delete from invitations where email_key =': PERSON,
  'coalesce(o.required, false) as sso_required, m.activation from': PERSON,
};

/**
 * The same for statements that `visitEveryDoor` does not send, or whose plan finds the workspace through a replicated
 * table.
 */
export const MAY_CROSS_TOO: readonly string[] = [
  // Which workspaces let an identity provider vouch for a person.
  'as yes from single_sign_on o join',
  'select o.team_id from single_sign_on o join',
  // An image is requested by its key alone, and images are deleted from storage once no workspace has them.
  'where a.key = $1 limit 1',
  'select distinct key from content_assets where key = any',
  // The public catalogs of the whole service.
  'select catalog_id from public_catalogs order by made_public_at',
  // The metrics of everything that waits to be delivered.
  'select (select count(*) from webhook_deliveries d join webhook_endpoints',
  'select count(*) as waiting, min(at) as oldest_at from audit_outbox',
  // A restored trail comes back from the JSON of its workspace.
  'insert into trails select (json_populate_record(',
  // Before a change to a person: do other workspaces have them, too?
  'select 1 from members where account_id = $1 and team_id <>',
  // An address before a workspace is chosen: whose single sign-on it has.
  'join single_sign_on o on o.team_id = d.team_id where d.domain =',
  // A command names an API key by its id alone.
  'select catalog_id from api_credentials where credential_id =',
  // A command seals the stored secrets of all workspaces with the current secret.
  'from single_sign_on where sealed_secret is not null and team_id >',
  // The first start after a restore skips numbers that the lost time may have used.
  'update trails set last_revision = greatest(revision, last_revision) +',
  'with moved as ( update catalogs set live_seq = live_seq +',
  'update groups set version = version +',
  'update scim_user_records set version = version +',
];

/** Sent only on embedded storage, when its only process starts. */
export const EMBEDDED_ONLY: readonly string[] = [
  'delete from idempotency_keys where status is null',
  'update audit_streams set lease_id = null',
  'update webhook_endpoints set lease_id = null',
];
