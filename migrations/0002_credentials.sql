-- Bearer credentials of /v1 and sessions of the console, the command line and the desktop. Hashes only.

create table api_credentials (
  catalog_id uuid not null,
  credential_id uuid not null,
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
  -- The key that replaces this one; until `expires_at` both are good.
  replaced_by uuid,
  primary key (catalog_id, credential_id)
);
-- The token is all that a request brings, so this one look-up cannot name its tenant.
create unique index api_credentials_token on api_credentials (token_hash);
create index api_credentials_account on api_credentials (catalog_id, account_id);

create table sessions (
  session_id uuid primary key,
  -- Null: a session of an operator of the service.
  team_id uuid references teams on delete cascade,
  account_id uuid not null references accounts,
  kind text not null constraint sessions_kind check (kind in ('app', 'cli', 'desktop')),
  token_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  user_agent text not null default ''
);
create unique index sessions_token on sessions (token_hash);
create index sessions_member on sessions (team_id, account_id);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);
