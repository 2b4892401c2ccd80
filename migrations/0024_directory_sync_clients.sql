-- Directory sync with tokens of an hour: the client secrets of a connection (RFC 6749, section 4.4), and the workload identity
-- of the company's own tenant that may ask instead of a secret (RFC 7523). Hashes only.

create table scim_client_secrets (
  team_id uuid not null,
  connection_id uuid not null,
  secret_id uuid not null,
  secret_hash bytea not null,
  secret_prefix text not null,
  created_by uuid references accounts,
  created_at timestamptz not null,
  -- Fixed when the secret is made.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (team_id, connection_id, secret_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);
-- The secret is all that is trusted of a request, so this one look-up cannot name its tenant.
create unique index scim_client_secrets_secret on scim_client_secrets (secret_hash);

create table scim_workload_identities (
  team_id uuid not null,
  connection_id uuid not null,
  -- Another one with each change: tokens that were issued to the former one end with it.
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
-- A request for a token names its connection alone.
create unique index scim_workload_identities_connection on scim_workload_identities (connection_id);

-- What an hour's token was issued to; both null: the static token of the connection.
alter table scim_tokens add column secret_id uuid;
alter table scim_tokens add column identity_id uuid;
create index scim_tokens_issued on scim_tokens (expires_at) where secret_id is not null or identity_id is not null;
