-- OAuth: what a person allowed a client (grants), and the access tokens of a grant, which stand among the other credentials.

-- The resource that an access token is good for, as the path of its URL (`/v1`, `/mcp`, `/mcp/{team_id}`); null: an API key.
alter table api_credentials add column resource text;
-- What the token was issued under; null: an API key, or a token that an administrator made.
alter table api_credentials add column grant_id uuid;
update api_credentials set resource = '/v1' where kind = 'oauth';
create index api_credentials_grant on api_credentials (catalog_id, grant_id) where grant_id is not null;

create table oauth_grants (
  catalog_id uuid not null,
  grant_id uuid not null,
  account_id uuid not null references accounts,
  client_id text not null,
  client_name text not null,
  -- The host that the client's identity rests on: of its metadata document, else of its redirect URI. Empty: this machine.
  client_host text not null,
  resource text not null,
  scopes text[] not null,
  -- How the person agreed: at the consent page, at the page of a device code, or through the identity provider.
  origin text not null constraint oauth_grants_origin check (origin in ('consent', 'device', 'identity-provider')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (catalog_id, grant_id)
);
-- The authorization server brings the grant's id alone.
create unique index oauth_grants_id on oauth_grants (grant_id);
create index oauth_grants_person on oauth_grants (catalog_id, account_id) where revoked_at is null;
create index oauth_grants_expiry on oauth_grants (expires_at);
