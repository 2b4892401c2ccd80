-- Connections: the identity providers that provision a workspace, and the tokens they come with. Hashes only.

create table connections (
  team_id uuid not null references teams on delete cascade,
  connection_id uuid not null,
  name text not null,
  name_key text not null,
  enabled boolean not null default true,
  -- Refuse what RFC 7644 does not allow, instead of understanding what identity providers mean.
  strict boolean not null default false,
  manager_visibility boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (team_id, connection_id),
  constraint connections_name unique (team_id, name_key)
);

-- What a deleted connection provisioned stays, managed in the service from then on.
alter table members add constraint members_connection foreign key (team_id, connection_id)
  references connections on delete set null (connection_id);
alter table groups add constraint groups_connection foreign key (team_id, connection_id)
  references connections on delete set null (connection_id);
create index members_connection_index on members (team_id, connection_id) where connection_id is not null;
create index groups_connection_index on groups (team_id, connection_id) where connection_id is not null;

create table scim_tokens (
  team_id uuid not null,
  connection_id uuid not null,
  token_id uuid not null,
  token_hash bytea not null,
  token_prefix text not null,
  created_by uuid references accounts,
  created_at timestamptz not null default clock_timestamp(),
  -- Fixed when the token is made; null: never.
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (team_id, connection_id, token_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);
-- The token is all that is trusted of a request, so this one look-up cannot name its tenant.
create unique index scim_tokens_token on scim_tokens (token_hash);
