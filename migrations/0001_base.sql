-- The whole schema of the service: one block per table, in an order that satisfies foreign keys. Until 1.0.0 this file
-- changes in place. From then on it never changes, and each change is a new migration.

create extension if not exists btree_gin;
create extension if not exists pg_trgm;

-- Source of the stamps of new rows. A membership that ends and begins again never gets a stamp that was seen before.
create sequence stamps;

-- A stamp changes whenever the authority of a credential may have changed, so that a process can check a cached caller.
-- Stamps follow the clock in microseconds and never go backwards: a counter would repeat numbers after a restore.
create function move_stamp() returns trigger language plpgsql as $$
begin
  new.stamp := greatest(old.stamp + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  return new;
end $$;

-- The audit log only grows.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are append-only' using errcode = '42501';
end $$;

-- Changes with every write, so that a process can check a cached result. System columns (xmin, ctid) would work on one
-- server, but not on a distributed one or after a restore. Follows the clock, as stamps do.
create function move_row_version() returns trigger language plpgsql as $$
begin
  new.row_version := greatest(old.row_version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  return new;
end $$;

-- Each write to a row that cached results depend on, so that a process finds out which of them changed since the last
-- snapshot that it knows (storage/batches/moves.ts). Removed after ten minutes.
create table row_moves (
  source text not null,
  -- Null if the whole table was emptied.
  row_id uuid,
  -- Only for trails, because lists depend on all trails of a catalog, and authors read what they just saved. The version
  -- of a deleted row is null.
  catalog_id uuid,
  row_version bigint,
  xid xid8 not null default pg_current_xact_id()
);
create index row_moves_xid on row_moves (xid);

-- The only trigger function that writes to another table. If statements had to record their own changes, one could be
-- forgotten, and a revoked credential or an old text would then be served from memory.
create function note_move() returns trigger language plpgsql as $$
declare moved record;
begin
  if tg_op = 'TRUNCATE' then
    insert into row_moves (source) values (tg_table_name);
    return null;
  end if;
  if tg_op = 'DELETE' then moved := old; else moved := new; end if;
  case tg_table_name
    when 'trails' then
      insert into row_moves (source, row_id, catalog_id, row_version) values (tg_table_name, moved.trail_id,
        moved.catalog_id, case when tg_op <> 'DELETE' then moved.row_version end);
    when 'accounts', 'members' then
      insert into row_moves (source, row_id) values (tg_table_name, moved.account_id);
    when 'teams' then
      insert into row_moves (source, row_id) values (tg_table_name, moved.team_id);
    when 'api_credentials' then
      insert into row_moves (source, row_id) values (tg_table_name, moved.credential_id);
    else
      insert into row_moves (source, row_id) values (tg_table_name, moved.connection_id);
  end case;
  return null;
end $$;

-- People, for the whole service.
create table accounts (
  account_id uuid primary key,
  email text,
  email_key text generated always as (lower(email)) stored constraint accounts_email unique,
  -- How the address was proved: by a workspace (with or without a verified domain), by the person, who opened an
  -- operator's link, or by an operator. Rights that come from the address depend on it.
  email_proof text not null default 'word'
    constraint accounts_email_proof check (email_proof in ('word', 'domain', 'person', 'operator')),
  -- That workspace; null for the person or an operator.
  email_team_id uuid,
  -- Grows when the address changes and the new one has no proof that carries over. Credentials that are valid everywhere
  -- record the number and end as soon as the account has another one.
  proof_number bigint not null default 0,
  name text not null default '',
  given_name text not null default '',
  family_name text not null default '',
  -- The language that the person chose for the console; null: the browser's.
  language text constraint accounts_language check (language in ('en', 'de', 'fr', 'es')),
  is_operator boolean not null default false,
  stamp bigint not null default nextval('stamps'),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  row_version bigint not null default 1,
  -- Name and address with every letter folded, for the people search (directory/accounts). Null if both are plain
  -- ASCII.
  search_key text
);
create trigger accounts_stamp before update on accounts for each row
  when (old.email is distinct from new.email
    or old.name is distinct from new.name
    or old.is_operator is distinct from new.is_operator)
  execute function move_stamp();
create trigger accounts_row_version before update on accounts for each row execute function move_row_version();

create table teams (
  team_id uuid primary key,
  name text not null,
  owner_id uuid not null references accounts,
  plan text not null constraint teams_plan check (plan in ('free', 'business', 'enterprise')),
  seat_limit integer constraint teams_seat_limit check (seat_limit >= 1),
  trails_enabled boolean not null default true,
  -- A group that a connection takes over keeps the role admin only after an admin has confirmed it.
  confirm_admin_groups boolean not null default false,
  -- For people who chose no language and whose browser asks for none that the console has.
  language text constraint teams_language check (language in ('en', 'de', 'fr', 'es')),
  stamp bigint not null default nextval('stamps'),
  created_at timestamptz not null default clock_timestamp()
);
create trigger teams_stamp before update on teams for each row
  when (old.name is distinct from new.name
    or old.owner_id is distinct from new.owner_id
    or old.plan is distinct from new.plan
    or old.trails_enabled is distinct from new.trails_enabled)
  execute function move_stamp();

-- Number of occupied seats. Separate from `teams`, so that taking a seat never blocks readers of the workspace.
create table team_seats (
  team_id uuid primary key references teams on delete cascade,
  used integer not null default 0,
  -- Always false: taking one seat too many sets it and so breaks the constraint.
  over_limit boolean not null default false constraint members_seats check (not over_limit)
);

create table team_domains (
  team_id uuid references teams on delete cascade,
  domain text,
  verified_at timestamptz not null default clock_timestamp(),
  primary key (team_id, domain)
);

create table members (
  team_id uuid references teams on delete cascade,
  account_id uuid references accounts,
  status text not null constraint members_status check (status in ('active', 'deactivated')),
  -- The connection that provisioned the membership; null if it is managed in the service. If a connection is deleted,
  -- its memberships stay and are managed in the service.
  connection_id uuid,
  manager_id uuid references accounts,
  -- The manager as the identity provider names them, folded; kept until a person here matches.
  manager_ref text,
  -- The manager who was removed. If that account returns, so does the reporting line.
  former_manager_id uuid references accounts,
  -- An admin revoked the Manager role that sync had granted. Sync does not grant it again while the reports remain.
  manager_declined boolean not null default false,
  -- Unique even if a membership ends and begins again within one tick of the clock (the embedded database counts
  -- milliseconds).
  stamp bigint not null default (
    (extract(epoch from clock_timestamp()) * 1000000)::bigint + nextval('stamps') % 1000),
  joined_at timestamptz not null default clock_timestamp(),
  deactivated_at timestamptz,
  -- When a connection deleted the person, who can be restored for an hour (suspensions) but is not listed any more.
  left_at timestamptz,
  -- Sessions and OAuth grants belong to one activation. Deactivation starts the next one, which ends all of them at
  -- once without touching their rows, even if the person is reactivated.
  activation bigint not null default nextval('stamps'),
  primary key (team_id, account_id)
);
create index members_account on members (account_id);
create index members_manager_awaited on members (team_id, manager_ref)
  where (manager_id is null) and (manager_ref is not null);
create index members_manager on members (team_id, manager_id) where manager_id is not null;
create index members_former_manager on members (team_id, former_manager_id) where former_manager_id is not null;
create index members_connection_index on members (team_id, connection_id) where connection_id is not null;
create trigger members_stamp before update on members for each row
  when (old.status is distinct from new.status)
  execute function move_stamp();

-- Roles assigned directly. `sync` marks the Manager role that directory sync granted.
create table member_roles (
  team_id uuid,
  account_id uuid,
  role text
    constraint member_roles_role check (role in ('owner', 'admin', 'author', 'publisher', 'manager', 'member')),
  origin text not null default 'service' constraint member_roles_origin check (origin in ('service', 'sync')),
  granted_at timestamptz not null default clock_timestamp(),
  primary key (team_id, account_id, role),
  foreign key (team_id, account_id) references members on delete cascade
);

create table groups (
  team_id uuid references teams on delete cascade,
  group_id uuid,
  display_name text not null,
  name_key text not null,
  description text not null default '',
  -- The connection that syncs the group; null if it is managed in the service.
  connection_id uuid,
  -- A connection took the group over, and its role admin waits until an admin confirms it.
  admin_waits boolean not null default false,
  -- Changes with the name and with every membership.
  version bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (team_id, group_id),
  constraint groups_name unique (team_id, name_key)
);
create index groups_connection_index on groups (team_id, connection_id) where connection_id is not null;

-- Rows of a change that has not taken effect (`change_id`) are pending (directory/views-store.ts, `groupMembers`).
create table group_memberships (
  team_id uuid,
  group_id uuid,
  account_id uuid,
  added_at timestamptz not null default clock_timestamp(),
  change_id uuid,
  joins boolean,
  constraint group_members_pkey primary key (team_id, group_id, account_id),
  constraint group_members_member foreign key (team_id, account_id) references members on delete cascade
);
create index group_members_account on group_memberships (team_id, account_id);
create index group_memberships_changing on group_memberships (team_id, group_id, account_id)
  where change_id is not null;

create table group_roles (
  team_id uuid,
  group_id uuid,
  role text constraint group_roles_role check (role in ('admin', 'author', 'publisher', 'manager', 'member')),
  primary key (team_id, group_id, role),
  foreign key (team_id, group_id) references groups on delete cascade
);

-- People who manage a group inside the service.
create table group_managers (
  team_id uuid,
  group_id uuid,
  account_id uuid,
  primary key (team_id, group_id, account_id),
  foreign key (team_id, account_id) references members on delete cascade,
  foreign key (team_id, group_id) references groups on delete cascade
);

create table api_credentials (
  catalog_id uuid,
  credential_id uuid,
  account_id uuid not null references accounts,
  kind text not null constraint api_credentials_kind check (kind in ('api_key', 'oauth')),
  name text not null,
  client_id text,
  token_hash bytea not null,
  token_prefix text,
  scopes text[] not null,
  stamp bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The key that replaces this one. Both are valid until `expires_at`.
  replaced_by uuid,
  -- Path of the resource that an access token is for (`/v1`, `/mcp`, `/mcp/{team_id}`); null for an API key.
  resource text,
  -- The grant under which the token was issued; null for an API key and for tokens that an administrator created.
  grant_id uuid,
  activation bigint not null default 0,
  primary key (catalog_id, credential_id)
);
create index api_credentials_account on api_credentials (catalog_id, account_id);
create index api_credentials_grant on api_credentials (catalog_id, grant_id) where grant_id is not null;
CREATE unique INDEX api_credentials_hash on api_credentials (catalog_id, token_hash);

create table sessions (
  session_id uuid primary key,
  -- Null for an operator's session.
  team_id uuid references teams on delete cascade,
  account_id uuid not null references accounts,
  kind text not null constraint sessions_kind check (kind in ('app', 'cli', 'desktop')),
  token_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  user_agent text not null default '',
  -- How the person signed in; null if they did not (command line, desktop).
  method text constraint sessions_method check (method in ('link', 'password', 'sso')),
  -- Only the workspace vouches for the person (its provider, or a link from its admins): the session is valid there
  -- only, and gives no rights over the service.
  confined boolean not null default false,
  activation bigint not null default 0,
  -- The account's; the session ends with it unless it is confined.
  proof_number bigint not null default 0,
  -- Position of the write-ahead log after the session's last change: a standby that has replayed it shows the change.
  -- Null if nothing changed or no standby is read (storage/server/read-replica.ts).
  wrote_until pg_lsn
);
CREATE unique INDEX sessions_token on sessions (token_hash);
create index sessions_member on sessions (team_id, account_id);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);

-- A workspace's catalog has the workspace's id. The one service-wide catalog has a fixed id.
create table catalogs (
  catalog_id uuid primary key,
  kind text not null constraint catalogs_kind check (kind in ('team', 'svc')),
  -- Grows with every change of what employees see; `catalog_changes` names the trail of each step.
  live_seq bigint not null default 0,
  -- Position of the next new trail.
  next_sort_order integer not null default 1,
  -- Publishing a revision needs another person's approval.
  approval_required boolean not null default false,
  -- Only members of this group approve; null: every publisher.
  approver_group_id uuid,
  -- Deleting a live trail needs the right to publish.
  publish_to_delete boolean not null default false,
  -- Admins can restore deleted trails for 30 days.
  keep_deleted boolean not null default false,
  -- Images are shown only with a credential of the workspace.
  private_images boolean not null default false,
  -- Maximum number of trails that packages for AI tools contain as skills.
  plugin_trails smallint not null default 10 constraint catalogs_plugin_trails check (plugin_trails between 0 and 50),
  -- HMAC key of image addresses; null until the first upload.
  image_secret bytea,
  -- Decisions about safety findings, by class, if they differ from the defaults.
  safety json not null default '{}',
  -- Links to other domains are safety findings. Empty: links to every domain are fine.
  link_domains text[] not null default '{}',
  constraint catalogs_svc check ((kind = 'svc') = (catalog_id = '00000000-0000-7000-8000-000000000000'::uuid))
);

create table trails (
  catalog_id uuid references catalogs on delete cascade,
  trail_id uuid,
  status text not null default 'draft' constraint trails_status check (status in ('draft', 'live', 'archived')),
  visibility text not null default 'all_teams'
    constraint trails_visibility check (visibility in ('all_teams', 'restricted')),
  sort_order integer not null,
  revision integer not null default 1,
  -- `json`, not `jsonb`: the saved text is sent without parsing.
  document json not null,
  title text not null,
  target_role text not null,
  description text not null,
  tools json not null,
  prompt_count integer not null,
  -- Title, role and description, folded in the same way as search input.
  search_text text not null,
  grant_count integer not null default 0,
  -- The version that employees see; the highest number ever given is `last_version` (numbers are never reused).
  published_version integer,
  published_revision integer,
  published_at timestamptz,
  last_version integer not null default 0,
  -- ValidationIssues of the stored draft, computed on save and when its examples run.
  publish_issues json not null default '[]'::json,
  -- SurfacingTestsSummary of the last run over the stored draft, and the revision it ran on.
  surfacing_tests json,
  surfacing_tests_revision integer,
  created_by uuid references accounts,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  saved_at timestamptz not null default clock_timestamp(),
  -- False if anything outside the document changed since the revision was saved, so that a 304 does not hide it.
  only_saved boolean not null default true,
  -- Name of the trail as an Agent Skill. Set at its first publication and kept if the title changes.
  skill_name text
    constraint trails_skill_name_form check ((skill_name ~ '^[a-z0-9]+(-[a-z0-9]+)*$') and (length(skill_name) <= 64)),
  -- Names of the prompts as slash commands, by prompt id. Set at a prompt's first publication and kept like the skill name.
  prompt_names json not null default '{}',
  row_version bigint not null default 1,
  -- Highest revision number given so far. After a restore, numbers given since the backup are skipped
  -- (start/skip-numbers.ts).
  last_revision integer not null default 0,
  primary key (catalog_id, trail_id),
  constraint trails_skill_name_unique unique (catalog_id, skill_name),
  constraint trails_published check ((status = 'live') = (published_version is not null))
);
create index trails_recent on trails (catalog_id, updated_at desc, trail_id desc);
create index trails_recent_by_status on trails (catalog_id, status, updated_at desc, trail_id desc);
-- Pages of what employees see, in catalog order.
create index trails_by_status_in_order on trails (catalog_id, status, sort_order, trail_id);
create trigger trails_row_version before update on trails for each row execute function move_row_version();

-- Deleted trails that an admin can restore.
create table deleted_trails (
  catalog_id uuid references catalogs on delete cascade,
  trail_id uuid,
  title text not null,
  -- Before the trail was deleted.
  status text not null,
  deleted_by uuid,
  deleted_at timestamptz not null default clock_timestamp(),
  -- The rows of the trail by table. `json`, not `jsonb`: the documents come back as the text that was saved.
  content json not null,
  primary key (catalog_id, trail_id)
);
create index deleted_trails_age on deleted_trails (deleted_at, catalog_id, trail_id);

-- The texts in the trigram index. Separate from `trails`, so that a save that does not change them does not change the
-- index; without a pending list, so that searches never have to read one.
create table trail_search (
  catalog_id uuid,
  trail_id uuid,
  search_text text not null,
  primary key (catalog_id, trail_id),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
create index trail_search_text on trail_search using gin (catalog_id, search_text gin_trgm_ops) with (fastupdate = off);

-- The last saved documents: the history of a draft, which also tells a stale client what changed since.
create table trail_revisions (
  catalog_id uuid,
  trail_id uuid,
  revision integer,
  document json not null,
  saved_by uuid,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, trail_id, revision),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);

create table trail_versions (
  catalog_id uuid,
  trail_id uuid,
  version integer,
  revision integer not null,
  document json not null,
  note text,
  created_by uuid references accounts,
  created_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, trail_id, version),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);

create table trail_grants (
  catalog_id uuid,
  trail_id uuid,
  kind text constraint trail_grants_kind check (kind in ('user', 'team', 'group')),
  grantee_id uuid,
  -- Groups only: `featured` trails come first for their members.
  reach text constraint trail_grants_reach check (reach in ('available', 'featured')),
  -- The person or the members of the group edit the trail too.
  edits boolean not null default false,
  granted_by uuid,
  granted_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, trail_id, kind, grantee_id),
  constraint trail_grants_reach_of_group check ((kind = 'group') = (reach is not null)),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
create index trail_grants_grantee on trail_grants (catalog_id, grantee_id, trail_id);

-- Sets of trails, stored next to the documents.
create table trail_sets (
  catalog_id uuid references catalogs on delete cascade,
  set_id uuid,
  name text not null,
  name_key text not null,
  description text not null default '',
  sort_order integer not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, set_id),
  constraint trail_sets_name unique (catalog_id, name_key)
);

create table trail_set_items (
  catalog_id uuid,
  set_id uuid,
  trail_id uuid,
  -- The place in the set, starting at 1.
  place integer not null,
  primary key (catalog_id, set_id, trail_id),
  foreign key (catalog_id, set_id) references trail_sets on delete cascade,
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
create index trail_set_items_trail on trail_set_items (catalog_id, trail_id, set_id);

-- Opens every trail of the set. A set without grants is shown to everyone.
create table trail_set_grants (
  catalog_id uuid,
  set_id uuid,
  kind text constraint trail_set_grants_kind check (kind in ('user', 'group')),
  grantee_id uuid,
  reach text constraint trail_set_grants_reach check (reach in ('available', 'featured')),
  edits boolean not null default false,
  granted_by uuid,
  granted_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, set_id, kind, grantee_id),
  constraint trail_set_grants_reach_of_group check ((kind = 'group') = (reach is not null)),
  foreign key (catalog_id, set_id) references trail_sets on delete cascade
);
create index trail_set_grants_grantee on trail_set_grants (catalog_id, grantee_id, set_id);

create table catalog_changes (
  catalog_id uuid references catalogs on delete cascade,
  seq bigint,
  trail_id uuid not null,
  -- Identifies the step. After a restore a number may come back, and a running process has to notice that its catalog
  -- has a different history.
  mark uuid default gen_random_uuid(),
  primary key (catalog_id, seq)
);

-- Idempotency-Key: the process that works on a key, and the response to repeat once it is done.
create table idempotency_keys (
  catalog_id uuid,
  credential_id uuid,
  key text,
  fingerprint bytea not null,
  -- Only the lease holder may finish. After a crash the lease expires.
  lease_id uuid not null,
  lease_until timestamptz not null,
  expires_at timestamptz not null,
  status integer,
  headers jsonb,
  body bytea,
  primary key (catalog_id, credential_id, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table content_assets (
  catalog_id uuid references catalogs on delete cascade,
  key text constraint content_assets_key check (key ~ '^[0-9a-f]{64}\.(png|jpg|webp|gif)$'),
  content_type text not null,
  size_bytes integer not null constraint content_assets_size check (size_bytes >= 0),
  width integer not null,
  height integer not null,
  -- Uploaded without naming a trail: belongs to the catalog, and deleting a trail does not remove it.
  standalone boolean not null,
  uploaded_by uuid references accounts,
  uploaded_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, key)
);
-- The address of an image names no catalog, so this lookup cannot name its tenant.
create index content_assets_by_key on content_assets (key);

create table content_asset_trails (
  catalog_id uuid,
  key text,
  trail_id uuid,
  primary key (catalog_id, key, trail_id),
  foreign key (catalog_id, key) references content_assets on delete cascade,
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
create index content_asset_trails_trail on content_asset_trails (catalog_id, trail_id);

create table connections (
  team_id uuid references teams on delete cascade,
  connection_id uuid,
  name text not null,
  name_key text not null,
  enabled boolean not null default true,
  -- Refuse requests that RFC 7644 does not allow, instead of tolerating the deviations of identity providers.
  strict boolean not null default false,
  manager_visibility boolean not null default false,
  -- A new user takes the externalId of a deactivated one. Okta renames people that way.
  moves_external_id boolean not null default false,
  -- The log keeps the whole content of changes for some days, so that an admin can rehearse them.
  keeps_requests boolean not null default false,
  -- Attributes of users that the customer declared (provisioning/declared-attributes.ts).
  declared_attributes json not null default '[]',
  -- The attributes for name, address and manager (provisioning/attribute-mapping.ts). Null: the default ones.
  attribute_mapping json,
  created_at timestamptz not null default clock_timestamp(),
  paused boolean not null default false,
  -- The identity provider that the connection is for; decides on steps, logo and words in the console.
  provider text not null default 'other'
    constraint connections_provider
      check (provider in ('okta', 'entra', 'google', 'onelogin', 'jumpcloud', 'ping', 'other')),
  -- When an admin confirmed the credentials that set-up links created; null: not yet, so they are refused.
  confirmed_at timestamptz,
  primary key (team_id, connection_id),
  constraint connections_name unique (team_id, name_key)
);
-- A provider's request without a valid token names only its connection, and is logged there.
create index connections_id on connections (connection_id);

create table scim_tokens (
  team_id uuid,
  connection_id uuid,
  token_id uuid,
  token_hash bytea not null,
  token_prefix text not null,
  created_by uuid references accounts,
  created_at timestamptz not null default clock_timestamp(),
  -- Fixed when the token is created; null for never.
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The client secret or identity to which a short-lived token was issued; both null for the static token of the
  -- connection.
  secret_id uuid,
  identity_id uuid,
  -- The set-up link that created it, with the admin's note on the link; null if an admin created it.
  setup_link_id uuid,
  setup_link_note text,
  primary key (team_id, connection_id, token_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);
create index scim_tokens_issued on scim_tokens (expires_at) where (secret_id is not null) or (identity_id is not null);
CREATE unique INDEX scim_tokens_hash on scim_tokens (team_id, token_hash);

create table scim_user_records (
  team_id uuid,
  connection_id uuid,
  record_id uuid,
  account_id uuid not null,
  user_name text not null,
  user_name_key text not null,
  external_id text,
  active boolean not null default true,
  -- The e-mail and the display name in responses: as sent, and in lower case for filters. Keys are computed in the
  -- service, because lower() differs between databases.
  email text,
  email_key text,
  display_name text,
  display_name_key text,
  -- The whole response, in SCIM's spelling. `json`, so that the saved text is sent unchanged.
  attributes json not null default '{}'::json,
  -- The same with all texts in lower case, for case-insensitive filters.
  folded jsonb not null default '{}',
  -- E-mails other than the one in responses, kept in case that one is removed.
  extra_emails json,
  -- The connection's attribute_mapping that was last applied to the person.
  mapping json,
  version bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  last_modified timestamptz not null default clock_timestamp(),
  primary key (team_id, connection_id, record_id),
  constraint scim_user_records_account unique (team_id, account_id, connection_id),
  constraint scim_user_records_user_name unique (team_id, user_name_key, connection_id),
  foreign key (team_id, account_id) references members on delete cascade,
  foreign key (team_id, connection_id) references connections on delete cascade
);
CREATE unique INDEX scim_user_records_external_id on scim_user_records (team_id, external_id, connection_id)
  where external_id is not null;
create index scim_user_records_email on scim_user_records (team_id, email_key, connection_id)
  where email_key is not null;
create index scim_user_records_display_name on scim_user_records (team_id, display_name_key, connection_id)
  where display_name_key is not null;

-- Name, version and last change are the group's own (`groups`).
create table scim_group_records (
  team_id uuid,
  connection_id uuid,
  record_id uuid,
  group_id uuid not null,
  external_id text,
  display_name_key text not null default '',
  -- As for users, without `members`.
  attributes json not null default '{}'::json,
  folded jsonb not null default '{}',
  -- Start of the transaction, so never later than the change of the group.
  created_at timestamptz not null default now(),
  primary key (team_id, connection_id, record_id),
  constraint scim_group_records_group unique (team_id, group_id),
  foreign key (team_id, connection_id) references connections on delete cascade,
  foreign key (team_id, group_id) references groups on delete cascade
);
create index scim_group_records_display_name on scim_group_records (team_id, display_name_key, connection_id);
CREATE unique INDEX scim_group_records_external_id on scim_group_records (team_id, external_id, connection_id)
  where external_id is not null;

create table provisioning_log (
  team_id uuid,
  connection_id uuid,
  entry_id uuid,
  at timestamptz not null,
  token_id uuid,
  request_id text not null,
  -- `User`, `Group`, or the name of a discovery endpoint.
  resource text not null,
  resource_id text,
  resource_name text,
  operation text not null,
  outcome text not null constraint provisioning_log_outcome check (outcome in ('ok', 'refused', 'failed')),
  status integer not null,
  scim_type text,
  explanation text,
  duration_ms real not null,
  -- The body with secrets and personal values masked; null for an empty one.
  request jsonb,
  -- Sentences about parts of a successful request that were ignored.
  warnings jsonb not null default '[]',
  -- The body as JSON, without secrets but not masked. Only if the connection keeps requests; null after a week.
  sent text,
  -- {attribute: mark of its value} for values that the response lacks, and the attributes among them that repeat an
  -- earlier request.
  unshown jsonb,
  repeated jsonb not null default '[]',
  primary key (team_id, connection_id, entry_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);
create index provisioning_log_resource on provisioning_log (team_id, connection_id, resource_id, entry_id desc)
  where resource_id is not null;
create index provisioning_log_trouble on provisioning_log (team_id, connection_id, entry_id desc)
  where outcome <> 'ok';
create index provisioning_log_repeated on provisioning_log (team_id, connection_id, entry_id desc)
  where repeated <> '[]';
create index provisioning_log_at on provisioning_log (at);
create index provisioning_log_sent on provisioning_log (at, team_id, connection_id, entry_id) where sent is not null;

-- Changes to the directory, credentials and trails. Written with the change, never modified.
create table audit_entries (
  -- The workspace, or the service-wide catalog's id for entries about the service.
  team_id uuid,
  entry_id uuid,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  -- {kind: 'person' | 'connection' | 'credential' | 'system', id, name, token_id?}
  actor jsonb not null,
  -- {kind: 'user' | 'group' | 'trail' | …, id, name}
  subject jsonb not null,
  before jsonb,
  after jsonb,
  request_id text,
  primary key (team_id, entry_id)
);
create index audit_entries_kind on audit_entries (team_id, kind, entry_id desc);
create index audit_entries_subject on audit_entries (team_id, ((subject ->> 'id')), entry_id desc);
-- Filtering by person finds both what they did and what was done to them (audit_entries_subject).
create index audit_entries_actor on audit_entries (team_id, ((actor ->> 'id')), entry_id desc);
-- People whom an entry about something else affects: those who moved between groups, or were restored or granted.
create index audit_entries_people on audit_entries using gin ((
    coalesce(before -> 'members', '[]') || coalesce(after -> 'members', '[]') || coalesce(after -> 'user_ids', '[]')
      || coalesce(after -> 'grantee_id', before -> 'grantee_id', '[]')) jsonb_path_ops)
  where kind in ('team.group.members_changed', 'team.connection.suspensions_restored',
    'team.connection.suspensions_confirmed', 'trail.grant.added', 'trail.grant.removed');
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();

-- Values that all processes share without configuration, such as the key that signs cursors.
create table service_settings (
  name text primary key,
  value text not null
);

create table login_links (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  -- Null for a link that works in every workspace of the person.
  team_id uuid references teams on delete cascade,
  confined boolean not null default false,
  expires_at timestamptz not null,
  -- The activations of the person's memberships when the link was created. A deactivation ends the link, even if the
  -- person is reactivated.
  activations bigint[],
  -- The account's; the link ends with it unless it is confined.
  proof_number bigint not null default 0
);
create index login_links_expiry on login_links (expires_at);

create table passwords (
  account_id uuid primary key references accounts,
  -- Algorithm, parameters, salt and hash in one string.
  hash text not null,
  -- Set in a session that only this workspace vouched for, so it opens nothing else. Null if it opens everything the
  -- person has.
  team_id uuid references teams on delete cascade,
  -- The account's; a password that opens everything ends with it.
  proof_number bigint not null default 0,
  changed_at timestamptz not null
);

create table single_sign_on (
  team_id uuid primary key references teams on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Encrypted; null for a public client.
  sealed_secret text,
  enabled boolean not null,
  -- Only the Owner may sign in to the workspace in another way.
  required boolean not null,
  updated_at timestamptz not null,
  constraint single_sign_on_required check (enabled or (not required))
);
create index single_sign_on_issuer on single_sign_on (issuer);

-- The account of each provider's subject. A person has one subject per provider, so a reassigned address does not take
-- over its former owner's account.
create table single_sign_on_links (
  team_id uuid,
  issuer text,
  subject text,
  account_id uuid not null,
  linked_at timestamptz not null,
  primary key (team_id, issuer, subject),
  constraint single_sign_on_links_person unique (team_id, issuer, account_id),
  foreign key (team_id, account_id) references members on delete cascade
);

-- Browsers that were sent to a provider and have not come back. Each row is read once.
create table single_sign_on_attempts (
  binding_hash bytea primary key,
  team_id uuid not null references teams on delete cascade,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index single_sign_on_attempts_expiry on single_sign_on_attempts (expires_at);

-- Helpful or not: one vote per person and published version, with an optional sentence for the authors.
create table trail_feedback (
  catalog_id uuid,
  trail_id uuid,
  version integer,
  account_id uuid references accounts,
  helpful boolean not null,
  comment text not null default '' check (char_length(comment) <= 500),
  given_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, trail_id, version, account_id),
  foreign key (catalog_id, trail_id, version) references trail_versions on delete cascade
);

-- Tokens of a language model that a catalog spent on the last day on which it used one.
create table model_spending (
  catalog_id uuid primary key references catalogs on delete cascade,
  day date not null,
  tokens bigint not null
);

create table oauth_grants (
  catalog_id uuid,
  grant_id uuid,
  account_id uuid not null references accounts,
  client_id text not null,
  client_name text not null,
  -- Host that identifies the client: of its metadata document, or else of its redirect URI. Empty for the person's own
  -- machine.
  client_host text not null,
  resource text not null,
  scopes text[] not null,
  -- Who agreed: the person on the consent page or the device page, an admin for everyone, or the identity provider.
  origin text not null
    constraint oauth_grants_origin check (origin in ('consent', 'device', 'approval', 'identity-provider')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  activation bigint not null default 0,
  primary key (catalog_id, grant_id)
);
create index oauth_grants_person on oauth_grants (catalog_id, account_id) where revoked_at is null;
create index oauth_grants_expiry on oauth_grants (expires_at);
CREATE unique INDEX oauth_grants_vouched on oauth_grants (catalog_id, account_id, client_id, resource, activation)
  where (origin = 'identity-provider') and (revoked_at is null);

-- Codes, refresh tokens, device codes, registered clients and pending authorization requests, bearers as hashes only.
-- Most belong to no workspace yet, so the kind takes the place of the tenant.
create table oauth_artifacts (
  kind text,
  id_hash bytea,
  payload jsonb not null,
  -- Everything issued from one consent ends together.
  grant_id text,
  -- Hash of the code that a person types in for a device.
  user_code_hash bytea,
  -- For a request that waits for a person's consent: the network that sent it, and its client. Neither is verified.
  site text,
  client_id text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (kind, id_hash)
);
create index oauth_artifacts_site on oauth_artifacts (kind, site, expires_at) where site is not null;
create index oauth_artifacts_client on oauth_artifacts (kind, client_id, expires_at) where client_id is not null;
create index oauth_artifacts_grant on oauth_artifacts (grant_id) where grant_id is not null;
create index oauth_artifacts_user_code on oauth_artifacts (user_code_hash) where user_code_hash is not null;
create index oauth_artifacts_expiry on oauth_artifacts (expires_at) where expires_at is not null;

create table oauth_policies (
  team_id uuid primary key references teams on delete cascade,
  -- Hosts whose apps people may connect; null for any.
  allowed_hosts text[],
  -- The workspace's identity provider vouches for its people, and people are not asked for consent (ID-JAG).
  enterprise_managed boolean not null default false,
  -- Who gets access with a code that a person types in: no one, the service's own programs, or every program.
  device_sign_in text not null default 'all'
    constraint oauth_policies_device_sign_in check (device_sign_in in ('off', 'own', 'all')),
  -- Apps that an admin approved for everyone: [{client_id, name, host}].
  approved_apps jsonb not null default '[]',
  updated_at timestamptz not null
);

-- Embeddings of a live trail's texts by the judge's sentence encoder, 512 bytes each. Valid while the digest of texts
-- and encoder matches; can be recomputed at any time.
create table trail_meanings (
  catalog_id uuid,
  trail_id uuid,
  digest bytea not null,
  vectors bytea not null,
  primary key (catalog_id, trail_id),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);

-- Adding a person whose account belongs to other workspaces is an invitation, which the person accepts.
create table invitations (
  team_id uuid references teams on delete cascade,
  invitation_id uuid,
  email text not null,
  email_key text generated always as (lower(email)) stored,
  -- As the inviting admin wrote it; nothing from the account.
  name text not null,
  roles text[] not null,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (team_id, invitation_id),
  constraint invitations_email unique (team_id, email_key)
);
create index invitations_person on invitations (email_key);

-- Past members. An account that only one workspace ever had counts as that workspace's own.
create table former_members (
  team_id uuid,
  account_id uuid references accounts on delete cascade,
  primary key (team_id, account_id)
);
create index former_members_account on former_members (account_id);

-- How often each published trail was used, in which form, per day. Counts deliveries, not people.
create table trail_deliveries (
  -- The workspace whose people used the trail, which may be a service-wide one.
  team_id uuid references teams on delete cascade,
  trail_id uuid,
  version integer,
  shape text constraint trail_deliveries_shape check (shape in ('console', 'find', 'choice', 'skill', 'prompt', 'zip')),
  day date,
  deliveries bigint not null,
  primary key (team_id, trail_id, version, shape, day)
);
create index trail_deliveries_by_day on trail_deliveries (team_id, day);

-- Whether at least five people used a trail in a month. Stores marks of the first five and deletes them at five.
create table trail_reach (
  team_id uuid references teams on delete cascade,
  trail_id uuid,
  month date,
  people integer not null,
  marks text[] not null,
  primary key (team_id, trail_id, month)
);

-- Questions that matched no trail, by the judge's topics.
create table unanswered_questions (
  team_id uuid references teams on delete cascade,
  topic text,
  month date,
  questions bigint not null,
  people integer not null,
  marks text[] not null,
  -- The most recent texts, if the workspace keeps them.
  samples text[] not null default '{}',
  last_asked_at timestamptz not null default clock_timestamp(),
  primary key (team_id, topic, month)
);

-- The workspace's setting. Without a row, no text of a question is kept.
create table insight_settings (
  team_id uuid primary key references teams on delete cascade,
  keep_questions boolean not null
);

-- When a person's AI tool last made a call, so that the setup page can show that the connection works.
create table tool_calls (
  team_id uuid references teams on delete cascade,
  account_id uuid references accounts,
  first_call_at timestamptz not null default clock_timestamp(),
  last_call_at timestamptz not null default clock_timestamp(),
  primary key (team_id, account_id)
);

create table scim_client_secrets (
  team_id uuid,
  connection_id uuid,
  secret_id uuid,
  secret_hash bytea not null,
  secret_prefix text not null,
  created_by uuid references accounts,
  created_at timestamptz not null,
  -- Fixed when the secret is created.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The set-up link that created it, with the admin's note on the link; null if an admin created it.
  setup_link_id uuid,
  setup_link_note text,
  primary key (team_id, connection_id, secret_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);
CREATE unique INDEX scim_client_secrets_hash on scim_client_secrets (team_id, secret_hash);

create table scim_workload_identities (
  team_id uuid,
  connection_id uuid,
  -- Changes with every edit, which ends the tokens issued to the former one.
  identity_id uuid not null,
  issuer text not null,
  subject text not null,
  audience text not null,
  created_by uuid references accounts,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (team_id, connection_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);

-- A change of many members of one group is prepared in slices and takes effect in one commit, so that other writers
-- never wait long. Pending joiners, and leavers not yet deleted, carry its id. One at a time per group.
create table group_changes (
  team_id uuid references teams on delete cascade,
  -- No foreign key: members of a new group are written before the group, and those of a deleted one are removed after
  -- it.
  group_id uuid,
  change_id uuid not null,
  is_applied boolean not null default false,
  -- The audit entry of each slice once the change takes effect: the group, its roles, the actor.
  told jsonb,
  begun_at timestamptz not null default clock_timestamp(),
  primary key (team_id, group_id)
);

-- Workspaces whose audit log is streamed: every entry is announced. The nil UUID stands for the whole service.
create table audit_followers (
  team_id uuid primary key
);

-- Events that have no place in the feed of their workspace yet. Numbers are given under the trail's lock, so the events
-- of one trail are in commit order.
create table audit_outbox (
  team_id uuid,
  seq bigint generated always as identity,
  -- The audit entry's id, if the event is one.
  event_id uuid not null,
  -- Audit streams get the entry, because one existed when it was written.
  is_streamed boolean not null,
  at timestamptz not null,
  kind text not null,
  actor jsonb not null,
  subject jsonb not null,
  details jsonb not null,
  primary key (team_id, seq)
);
create index audit_outbox_order on audit_outbox (seq);

-- Receivers: a workspace's, or (with the service-wide catalog's id) the operators'.
create table webhook_endpoints (
  team_id uuid references catalogs on delete cascade,
  endpoint_id uuid,
  name text not null,
  url text not null,
  events text[] not null,
  signing text not null constraint webhook_endpoints_signing check (signing in ('hmac-sha256', 'ed25519')),
  sealed_secret text not null,
  -- The secret before the last rotation, valid until the column after it.
  sealed_previous text,
  previous_until timestamptz,
  is_on boolean not null default true,
  off_reason text constraint webhook_endpoints_off check (off_reason in ('admin', 'gone', 'failing')),
  off_at timestamptz,
  failing_since timestamptz,
  last_delivered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- No delivery until then: the receiver failed or asked for a pause.
  paused_until timestamptz,
  -- When the next delivery is due, and the lease of the process that makes it.
  next_at timestamptz,
  lease_id uuid,
  lease_until timestamptz,
  -- The last event of the outbox before the endpoint was switched on. It gets only later ones.
  announced_after bigint not null default 0,
  primary key (team_id, endpoint_id)
);
create index webhook_endpoints_due on webhook_endpoints (next_at) where is_on and (next_at is not null);

-- What happened in each workspace, in one sequence. One process at a time gives the numbers, to committed changes only,
-- so a reader of the feed never misses a change that commits late. Webhooks send the same events.
create table feed_events (
  team_id uuid,
  -- 1, 2, 3, … without gaps. The last one of a workspace is never swept, so numbers are never given twice.
  seq bigint,
  event_id uuid not null,
  type text not null,
  subject_id text not null,
  at timestamptz not null,
  payload text not null,
  primary key (team_id, seq)
);
create index feed_events_at on feed_events (at);

create table webhook_deliveries (
  team_id uuid,
  endpoint_id uuid,
  seq bigint,
  event_id uuid not null,
  subject_id text not null,
  state text not null default 'pending'
    constraint webhook_deliveries_state check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  last_at timestamptz,
  -- Result of the last attempt: the status, or the error.
  last_status integer,
  last_cause text,
  primary key (team_id, endpoint_id, seq),
  constraint webhook_deliveries_event unique (team_id, endpoint_id, event_id),
  foreign key (team_id, endpoint_id) references webhook_endpoints on delete cascade
);
create index webhook_deliveries_waiting on webhook_deliveries (team_id, endpoint_id, subject_id, seq)
  where state = 'pending';
-- Pending deliveries of a receiver in order, without scanning past delivered ones.
create index webhook_deliveries_pending on webhook_deliveries (team_id, endpoint_id, seq) where state = 'pending';

-- Destinations of audit entries: a workspace's own, or (with the service-wide catalog's id) those of the whole service.
create table audit_streams (
  team_id uuid references catalogs on delete cascade,
  stream_id uuid,
  name text not null,
  url text not null,
  format text not null constraint audit_streams_format check (format in ('ndjson', 'splunk-hec', 'otlp', 's3')),
  -- The Authorization header, or the keys of an S3 bucket, encrypted.
  sealed_authorization text,
  failing_since timestamptz,
  last_cause text,
  last_status integer,
  last_sent_at timestamptz,
  created_at timestamptz not null,
  next_at timestamptz,
  lease_id uuid,
  lease_until timestamptz,
  primary key (team_id, stream_id)
);
create index audit_streams_due on audit_streams (next_at) where next_at is not null;

-- Entries that a stream has not delivered yet.
create table audit_stream_entries (
  team_id uuid,
  stream_id uuid,
  seq bigint,
  entry_team_id uuid not null,
  entry_id uuid not null,
  primary key (team_id, stream_id, seq),
  foreign key (team_id, stream_id) references audit_streams on delete cascade
);

-- The last request for approval of a trail and the decision. It covers one revision: a later save needs a new approval.
create table trail_approvals (
  catalog_id uuid,
  trail_id uuid,
  revision integer not null,
  state text not null constraint trail_approvals_state check (state in ('requested', 'approved', 'withdrawn')),
  requested_by uuid,
  requested_at timestamptz,
  note text,
  -- The person who approved or withdrew, and their comment.
  decided_by uuid,
  decided_at timestamptz,
  answer text,
  -- A revision approved for a few people is not approved for all.
  audience text constraint trail_approvals_audience check (audience in ('all_teams', 'restricted')),
  -- The groups that it is approved for, if it is restricted.
  groups uuid[] not null default '{}',
  -- SHA-256 of the document and its images when it was approved.
  fingerprint text,
  primary key (catalog_id, trail_id),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);

-- Safety findings of a trail that people accepted.
create table trail_safety (
  catalog_id uuid,
  trail_id uuid,
  -- By the finding's id: its class, the reason, who accepted it and when, and whether that was a second person.
  accepted json not null default '{}',
  primary key (catalog_id, trail_id),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);

-- A planned publication or unpublication, one of each per trail. The outcome stays until the next plan replaces it.
create table trail_schedules (
  catalog_id uuid,
  trail_id uuid,
  action text constraint trail_schedules_action check (action in ('publish', 'unpublish')),
  run_at timestamptz not null,
  -- The revision to publish, and the note of its version.
  revision integer,
  note text,
  scheduled_by uuid not null,
  scheduled_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting'
    constraint trail_schedules_state check (state in ('waiting', 'done', 'failed')),
  -- Why it failed, in a sentence.
  outcome text,
  finished_at timestamptz,
  -- The process that carries it out, and until when no other may.
  lease uuid,
  leased_until timestamptz,
  attempts integer not null default 0,
  primary key (catalog_id, trail_id, action),
  foreign key (catalog_id, trail_id) references trails on delete cascade,
  constraint trail_schedules_revision check ((action = 'publish') = (revision is not null))
);
create index trail_schedules_due on trail_schedules (run_at) where state = 'waiting';

-- Without a row, the service's limits apply (provisioning/guard/deactivation-limits.ts).
create table deactivation_limits (
  team_id uuid primary key references teams on delete cascade,
  enabled boolean not null,
  most_people integer not null constraint deactivation_limits_people check (most_people >= 1),
  most_percent integer not null
    constraint deactivation_limits_percent check ((most_percent >= 1) and (most_percent <= 100)),
  -- Days after which a suspension without a decision is final.
  final_after_days integer not null
    constraint deactivation_limits_days check ((final_after_days >= 1) and (final_after_days <= 365))
);

-- One row per connection, locked while it counts, so that concurrent requests are counted one after the other.
create table deactivation_guards (
  team_id uuid,
  connection_id uuid,
  asked_at timestamptz not null default clock_timestamp(),
  -- Not null: everyone who leaves is suspended until an admin has decided about all of them.
  suspending_since timestamptz,
  -- Start of the current count, set by the last decision.
  counted_from timestamptz,
  primary key (team_id, connection_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);

-- People whose membership a connection has ended and who can be restored. No foreign key to members: the row also
-- describes people whose address has a new membership in the meantime.
create table suspensions (
  team_id uuid,
  connection_id uuid,
  account_id uuid,
  record_id uuid not null,
  operation text not null constraint suspensions_operation check (operation in ('deactivate', 'delete')),
  -- counted: within the limits, so final after an hour. suspended: an admin decides. restoring, ending: the decision is
  -- being carried out. restored: until the identity provider activates the person, or asks again.
  state text not null
    constraint suspensions_state check (state in ('counted', 'suspended', 'restoring', 'ending', 'restored')),
  ended_at timestamptz not null,
  -- The deleted record as a row of scim_user_records; null while the record exists.
  record json,
  -- Groups that were replaced as a whole in the meantime, without the person. A restore brings them back.
  left_groups uuid[] not null default '{}',
  -- Why the person could not be restored.
  problem text,
  -- The person who decided, as in the audit log; null while undecided.
  decided_by jsonb,
  decided_at timestamptz,
  primary key (team_id, connection_id, account_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);
create index suspensions_state on suspensions (team_id, connection_id, state, ended_at);
create index suspensions_ended on suspensions (ended_at);

-- Domains that a workspace wants to verify, with the text that the DNS record must contain. Any workspace may claim any
-- domain; only one that controls its DNS gets it.
create table domain_claims (
  team_id uuid references teams on delete cascade,
  domain text,
  secret text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Last check of the record; null if not checked yet.
  checked_at timestamptz,
  problem text,
  primary key (team_id, domain)
);

-- Catalogs whose published trails may be read without signing in. An admin's choice; off without a row.
create table public_catalogs (
  catalog_id uuid primary key references catalogs on delete cascade,
  made_public_at timestamptz not null default clock_timestamp()
);

-- The person responsible for a trail, and the date of its next review. Separate from the trail, so that changes here
-- change no response of /v1. Without a row, the person who created the trail is responsible for it.
create table trail_care (
  catalog_id uuid,
  trail_id uuid,
  owner_id uuid,
  review_by date,
  reviewed_at timestamptz,
  reviewed_by uuid,
  primary key (catalog_id, trail_id),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
create index trail_care_reviews on trail_care (catalog_id, review_by) where review_by is not null;

-- Data for the Overview's charts, counted as events happen so that pages never scan a log: occupied seats at the end of
-- each day, and outcomes of provisioning requests.
create table seat_days (
  team_id uuid references teams on delete cascade,
  day date,
  used integer not null,
  primary key (team_id, day)
);
create index seat_days_day on seat_days (day);

create table provisioning_days (
  team_id uuid,
  connection_id uuid,
  day date,
  outcome text constraint provisioning_days_outcome check (outcome in ('ok', 'refused', 'failed')),
  requests bigint not null,
  primary key (team_id, connection_id, day, outcome),
  foreign key (team_id, connection_id) references connections on delete cascade
);
create index provisioning_days_day on provisioning_days (day);

-- Links with which a person without an account sets up one connection. The token is stored as a hash.
create table setup_links (
  team_id uuid,
  link_id uuid,
  connection_id uuid not null,
  token_hash bytea not null,
  -- The recipient, in the admin's words.
  note text not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  primary key (team_id, link_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);
create index setup_links_connection on setup_links (team_id, connection_id);
CREATE unique INDEX setup_links_hash on setup_links (team_id, token_hash);

-- Results of each saved revision on its examples, newest revisions only (surfacing/example-history.ts).
create table example_runs (
  catalog_id uuid,
  trail_id uuid,
  revision integer,
  run_at timestamptz not null,
  examples integer not null,
  -- With the document as saved.
  passed integer not null,
  -- Each example as if it were not listed; null if that was not tried.
  passed_left_out integer,
  primary key (catalog_id, trail_id, revision),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);

-- Trails that a person marked in a workspace. Like a session, a mark belongs to one activation of the membership.
create table trail_favourites (
  team_id uuid,
  account_id uuid,
  trail_id uuid,
  activation bigint not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (team_id, account_id, trail_id),
  foreign key (team_id, account_id) references members on delete cascade
);
create index trail_favourites_trail on trail_favourites (team_id, trail_id);

-- Hashes of all tokens that arrive without a tenant: API keys, OAuth and SCIM tokens, client secrets, set-up links.
create table token_owners (
  token_hash bytea primary key,
  -- The workspace, or the service-wide catalog.
  tenant_id uuid not null
);
create index token_owners_tenant on token_owners (tenant_id);

-- Ids that arrive without a tenant: OAuth grants, and connections with a workload identity.
create table id_owners (
  id uuid primary key,
  tenant_id uuid not null
);
create index id_owners_tenant on id_owners (tenant_id);

-- Verified domains. Each belongs to one workspace.
create table domain_owners (
  domain text primary key,
  team_id uuid not null references teams on delete cascade
);
create index domain_owners_team on domain_owners (team_id);

-- People whom a connection deleted while another source keeps the membership. A row counts while the connection lacks a
-- record of the person.
create table scim_departures (
  team_id uuid,
  connection_id uuid,
  account_id uuid,
  -- Id of the deleted record, under which the provisioning log names the person.
  record_id uuid not null,
  left_at timestamptz not null default clock_timestamp(),
  primary key (team_id, account_id, connection_id),
  foreign key (team_id, account_id) references members on delete cascade,
  foreign key (team_id, connection_id) references connections on delete cascade
);
create index scim_departures_record on scim_departures (team_id, connection_id, record_id);

-- Seats taken while many were free, spread over a few rows per workspace so that writers do not wait for each other.
-- The total is the sum of these and `team_seats.used` (directory/seats).
create table seat_bookings (
  team_id uuid references teams on delete cascade,
  place smallint,
  used integer not null,
  primary key (team_id, place)
);

alter table members add constraint members_connection 
  foreign key (team_id, connection_id) references connections;
alter table groups add constraint groups_connection 
  foreign key (team_id, connection_id) references connections;

-- The service-wide catalog.
insert into catalogs (catalog_id, kind) values ('00000000-0000-7000-8000-000000000000', 'svc');

-- Records the moves of everything that cached results and the versions of callers are read from
-- (storage/batches/moves.ts). A restore calls it again, because a distributed database has no such triggers.
create function record_moves() returns void language plpgsql as $$
declare name text;
begin
  foreach name in array array['trails', 'accounts', 'members', 'teams', 'api_credentials', 'connections', 'scim_tokens',
    'scim_client_secrets', 'scim_workload_identities'] loop
    execute format('create or replace trigger %1$s_moves after insert or update or delete on %1$I
      for each row execute function note_move()', name);
    execute format('create or replace trigger %1$s_emptied after truncate on %1$I
      for each statement execute function note_move()', name);
  end loop;
end $$;
select record_moves();
